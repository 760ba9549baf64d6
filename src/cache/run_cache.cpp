#include "cache/run_cache.hpp"

#include "base/digest.hpp"
#include "cache/archive.hpp"
#include "cache/cache_files.hpp"
#include "cache/facts_archive.hpp"
#include "cache/report_archive.hpp"
#include "source/given.hpp"

#include <utility>

namespace idem {

// An entry of the index in front of a pack: key and length of the bytes, which follow in the same order.
struct PackEntry {
  std::string key;
  std::uint64_t size = 0;
};

template <typename Archive, Of<PackEntry> T>
static void fields(Archive& archive, T& x) {
  auto& [key, size] = x;
  archive(key, size);
}

static constexpr std::size_t kMaxPack = std::size_t{512} << 20;
static constexpr std::size_t kSpare = 1u << 20;

RunCache::RunCache(std::string folder, const std::string& root)
    : m_folder(std::move(folder)), m_name(sha256_hex(root).substr(0, 24)) {}

std::string RunCache::file_key(std::string_view frontend, std::string_view path, std::string_view text) {
  std::string all;
  all.reserve(frontend.size() + path.size() + text.size() + 2);
  ((((all += frontend) += '\0') += path) += '\0') += text;
  return sha256(all).substr(0, 16);
}

void RunCache::load_facts() {
  m_pack = read_cache_file(m_folder, m_name + "-facts", "");
  if (m_pack.size() < 8) return;
  // The index's length in 8 bytes, the index, the bytes of all entries.
  std::uint64_t length = 0;
  for (int i = 7; i >= 0; --i) length = length << 8 | static_cast<unsigned char>(m_pack[static_cast<std::size_t>(i)]);
  const std::string_view rest = std::string_view(m_pack).substr(8);
  if (length > rest.size()) return;
  std::vector<PackEntry> index;
  ArchiveReader reader(rest.substr(0, length));
  reader(index);
  if (!reader.at_end()) return;
  std::string_view bytes = rest.substr(length);
  m_facts.reserve(index.size());
  for (const PackEntry& entry : index) {
    if (entry.size > bytes.size()) return;
    m_facts.emplace(entry.key, bytes.substr(0, entry.size));
    bytes.remove_prefix(entry.size);
  }
}

bool RunCache::facts_of(const std::string& key, FileFacts& facts) const {
  const auto found = m_facts.find(key);
  return found != m_facts.end() && unpack_facts(found->second, facts);
}

void RunCache::save_facts(const std::vector<std::string>& keys, std::vector<std::string> fresh) {
  std::vector<PackEntry> index;
  std::vector<std::string_view> parts;
  std::unordered_map<std::string, bool> used;
  std::size_t total = 0;
  const auto add = [&](const std::string& key, std::string_view bytes) {
    if (bytes.empty() || total + bytes.size() > kMaxPack || !used.emplace(key, true).second) return;
    index.push_back({key, bytes.size()});
    parts.push_back(bytes);
    total += bytes.size();
  };
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto kept = m_facts.find(keys[i]);
    add(keys[i], !fresh[i].empty() || kept == m_facts.end() ? std::string_view(fresh[i]) : kept->second);
  }
  // Another selection of files, or a branch that is checked out again: as much of it as there is of this one.
  const std::size_t room = 2 * total + kSpare;
  for (const auto& [key, kept] : m_facts)
    if (total + kept.size() <= room) add(key, kept);
  ArchiveWriter writer;
  writer(index);
  const std::string head = writer.take();
  std::string pack;
  pack.reserve(8 + head.size() + total);
  for (int i = 0; i < 8; ++i) pack += static_cast<char>(head.size() >> (8 * i));
  pack += head;
  for (const std::string_view part : parts) pack += part;
  if (const Result<void> written = write_cache_file(m_folder, m_name + "-facts", "", pack); !written)
    m_trouble = written.error().message;
}

bool RunCache::find_answer(const std::string& kind, const std::string& key, const Project& project,
                           Report& report) const {
  const std::string payload = read_cache_file(m_folder, m_name + "-" + kind, key);
  Answer answer;
  if (payload.empty() || !unpack_answer(payload, answer)) return false;
  for (const auto& [path, digest] : answer.beside)
    if (sha256(project.read_other(path)) != digest) return false;
  report = std::move(answer.report);
  return true;
}

void RunCache::save_answer(const std::string& kind, const std::string& key, const Report& report) {
  Answer answer{report, {given_texts().begin(), given_texts().end()}};
  answer.report.stats.timings.clear();
  if (const Result<void> written = write_cache_file(m_folder, m_name + "-" + kind, key, pack_answer(answer)); !written)
    m_trouble = written.error().message;
}

}  // namespace idem
