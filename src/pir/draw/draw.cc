// The page with its data.
#include "pir/draw/draw.h"

#include "pir/draw/json.h"
#include "pir/generated/page.h"

namespace paddle::pir {

std::string DrawPrograms(const std::string& title,
                         const NamedPrograms& programs) {
  std::string data = "{\"title\":" + json::Text(title) + ",\"programs\":[";
  for (const auto& [name, program, inputs] : programs) {
    if (data.back() == '}') data += ",";
    data += "{\"name\":" + json::Text(name) +
            ",\"names\":" + json::Texts(inputs) +
            ",\"program\":" + ProgramToJson(*program) + "}";
  }
  data += "]}";
  std::string page = kPage;
  const std::string mark = "{{data}}";
  return page.replace(page.find(mark), mark.size(), data);
}

}  // namespace paddle::pir
