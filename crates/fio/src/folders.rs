//! Creates missing folders of files, accessible only to their owner, as fio does.

use feedrate_pageio::{Error as PagesError, named_file};
use feedrate_workload::{Error, Result};

use crate::plan::Plan;
use crate::system;

/// Creates the folders of files that may be created.
pub(crate) fn make(plan: &Plan) -> Result<()> {
    let loads = plan.schedule.batches.iter().flatten();
    let files = loads
        .filter(|load| load.has_files() && load.layout.may_create)
        .flat_map(|load| &load.files);
    for file in files {
        let Some(folder) = file.path.parent() else {
            continue;
        };
        if folder.as_os_str().is_empty() || folder.exists() {
            continue;
        }
        named_file::check_links(folder)
            .and_then(|()| system::make_folders(folder))
            .map_err(|source| {
                Error::from(PagesError::File {
                    action: "make the folder",
                    path: folder.into(),
                    source,
                })
            })?;
    }
    Ok(())
}
