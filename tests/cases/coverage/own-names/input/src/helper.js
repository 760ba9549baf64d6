exports.endpoint = function endpoint(path, handler) {
  globalThis.__registry.push({ path, handler });
};
