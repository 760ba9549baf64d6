exports.once = function once(handler) {
  return async (req, res) => handler(req, res);
};
