exports.book = function book(entry) {
  return globalThis.__native(entry);
};
