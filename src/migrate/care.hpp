#pragma once

#include "migrate/plan.hpp"
#include "migrate/profile.hpp"
#include "migrate/render_sql.hpp"

namespace idem {

// The scripts that hand a side table's upkeep to extensions the request names: pg_cron calls the reaper, pg_partman
// makes and drops the days of the responses. `with` are the values of the table's own script. What does not fit (a
// profile without a reaper, names that pg_partman cannot take) is an error.
Result<void> add_care_scripts(const SideTableRequest& request, const Profile& profile, const SqlValues& with,
                              Migration& migration);

}  // namespace idem
