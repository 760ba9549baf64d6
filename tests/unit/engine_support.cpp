#include "engine_support.hpp"

#include "catch.hpp"
#include "pipeline.hpp"

#include <algorithm>

using namespace idem;

namespace engine_test {

Project project_of(const Texts& texts) {
  Project project;
  project.root = "/nowhere";
  for (const auto& [path, text] : texts) {
    project.overlay[path] = text;
    if (const Frontend* frontend = frontend_for(path); frontend != nullptr)
      project.files.push_back({path, frontend, text.size()});
  }
  std::sort(project.files.begin(), project.files.end(), [](const auto& a, const auto& b) { return a.path < b.path; });
  for (std::uint32_t i = 0; i < project.files.size(); ++i) project.by_path[project.files[i].path] = i;
  return project;
}

Engine::Engine(const Texts& texts) : m_project(project_of(texts)) {
  std::vector<FileFacts> facts;
  std::vector<std::string> families;
  for (const SourceFile& file : m_project.files) {
    facts.push_back(file.frontend->lower(file.path, m_project.overlay[file.path]));
    families.emplace_back(file.frontend->family.empty() ? file.frontend->name : file.frontend->family);
  }
  Result<Catalog> catalog = built_in_catalog(families);
  REQUIRE(catalog);
  m_catalog = std::move(*catalog);
  m_program = std::make_unique<Program>(m_project, std::move(facts));
  m_libraries = std::make_unique<Libraries>(m_catalog);
  m_interpreter = std::make_unique<Interpreter>(*m_program, *m_libraries, m_arena);
  for (Index i = 0; i < m_program->file_count(); ++i) m_interpreter->run_module(i);
}

V Engine::value(const std::string& name) {
  V found = m_interpreter->lookup_module_name(0, m_interpreter->symbol(name));
  return found != nullptr ? found : m_interpreter->unknown("no such name");
}

std::string Engine::show(V value, unsigned depth) {
  const auto text = [&](Symbol symbol) { return std::string(m_interpreter->text(symbol)); };
  const auto list = [&](const std::vector<V>& items, const char* between) {
    std::string out;
    for (V item : items) out += (out.empty() ? "" : between) + show(item, depth + 1);
    return out;
  };
  if (depth > 6) return "…";
  switch (value->kind) {
    case ValueKind::text: {
      if (value->items.empty()) return "'" + text(value->name) + "'";
      std::string out;
      for (V part : value->items) {
        const std::string shown = show(part, depth + 1);
        out += part->is(ValueKind::text) ? shown.substr(1, shown.size() - 2) : "{" + shown + "}";
      }
      return "'" + out + "'";
    }
    case ValueKind::number:
    case ValueKind::boolean:
      return text(value->name);
    case ValueKind::null:
      return "null";
    case ValueKind::list:
      return "[" + list(value->object->items, ", ") + (value->object->complete ? "]" : "…]");
    case ValueKind::map: {
      std::string out;
      for (const auto& [key, field] : value->object->fields)
        out += (out.empty() ? "" : ", ") + text(key) + ": " + show(field, depth + 1);
      return "{" + out + (value->object->complete ? "}" : "…}");
    }
    case ValueKind::fn: {
      const FileFacts& facts = m_program->file(value->file).facts;
      return "fn " + std::string(facts.name(facts.fns[value->decl].name));
    }
    case ValueKind::type:
    case ValueKind::instance: {
      const FileFacts& facts = m_program->file(value->file).facts;
      return std::string(facts.name(facts.types[value->decl].name)) + (value->is(ValueKind::type) ? "" : "()");
    }
    case ValueKind::library:
      return value->lib->module + ": " + value->lib->path;
    case ValueKind::any_of:
      return list(value->items, " | ");
    case ValueKind::op:
      return text(value->name) + "(" + list(value->items, ", ") + ")";
    default:
      return "unknown";
  }
}

Report report_of(const Texts& texts, bool coverage) {
  return analyse(project_of(texts), {.jobs = 1, .coverage = coverage});
}

std::vector<std::string> routes_of(const Texts& texts, bool effects) {
  std::vector<std::string> rows;
  for (const Endpoint& endpoint : report_of(texts).endpoints) {
    rows.push_back(title(endpoint));
    if (effects)
      for (const Effect* effect : counting_effects(endpoint)) rows.back() += " " + std::string(word(effect->kind));
  }
  std::sort(rows.begin(), rows.end());
  return rows;
}

}  // namespace engine_test
