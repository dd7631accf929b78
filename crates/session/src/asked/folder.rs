//! The functions on folders: DOPEN, DREAD and so on.

use std::path::Path;

use feedrate_pageio::folder;
use feedrate_pageio::named_file;
use feedrate_values::function::Answer;

use super::files::unassigned;
use super::open_folder::OpenFolder;
use super::owner::{self, ITEMS};
use super::respondent::{Arguments, NOT_OPENED, Respondent};

/// The name of the first item about a folder.
const DIRECTORY: &str = "Directory";

/// The number of items about a folder: it has no size.
const FOLDER_ITEMS: usize = ITEMS.len() - 1;

pub(super) fn answer(respondent: &mut Respondent<'_>, function: &str, given: Arguments<'_>) -> Option<Answer> {
    Some(match function {
        "DOPEN" => open(respondent, &given.text(0)),
        "DCREATE" => Answer::Text(create(respondent, &given.text(0), &given.text(1)).into_bytes()),
        "DCLOSE" => match respondent.state.folders.take(given.number(0)) {
            Some(_) => respondent.succeed(),
            None => Answer::Invalid(0),
        },
        "DNUM" | "DREAD" | "DINFO" | "DOPTNAME" | "DOPTNUM" => match respondent.state.folders.get(given.number(0)) {
            Some(opened) => of_folder(opened, function, given),
            None => Answer::Invalid(0),
        },
        _ => return None,
    })
}

fn open(respondent: &mut Respondent<'_>, reference: &str) -> Answer {
    let Some(path) = respondent.references.path(reference).map(Path::to_path_buf) else {
        return respondent.open_nothing(unassigned(reference));
    };
    let names = folder::entries(&path).and_then(|entries| {
        let names = entries.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned()));
        names.collect::<std::io::Result<Vec<_>>>()
    });
    let mut names = match names {
        Ok(names) => names,
        Err(error) => return respondent.open_nothing(format!("ERROR: {}: {error}.", path.display())),
    };
    names.sort();
    match respondent.state.folders.add(OpenFolder { path, names }) {
        Some(number) => {
            respondent.say(0, "");
            Answer::Number(number)
        }
        None => respondent.open_nothing("ERROR: Too many folders are open; DCLOSE some."),
    }
}

/// Creates a folder and returns its path; empty if it cannot be created.
fn create(respondent: &mut Respondent<'_>, name: &str, parent: &str) -> String {
    let path = Path::new(parent).join(name);
    let is_name = !name.is_empty() && !name.contains('/');
    let outcome = match is_name {
        false => Err(std::io::Error::other("it is not the name of a folder")),
        true => named_file::check_links(&path).and_then(|()| std::fs::create_dir(&path)),
    };
    match outcome {
        Ok(()) => {
            respondent.say(0, "");
            path.display().to_string()
        }
        Err(error) => {
            respondent.say(NOT_OPENED, format!("ERROR: {}: {error}.", path.display()));
            String::new()
        }
    }
}

fn of_folder(opened: &OpenFolder, function: &str, given: Arguments<'_>) -> Answer {
    let place = given.count(1).map(|number| number as usize - 1);
    let text = |text: &str| Answer::Text(text.as_bytes().to_vec());
    let item = |place: usize| if place == 0 { DIRECTORY } else { ITEMS[place] };
    match function {
        "DNUM" => Answer::Number(opened.names.len() as f64),
        "DOPTNUM" => Answer::Number(FOLDER_ITEMS as f64),
        "DREAD" => match place.and_then(|place| opened.names.get(place)) {
            Some(name) => text(name),
            None => Answer::Invalid(1),
        },
        "DOPTNAME" => match place.filter(|place| *place < FOLDER_ITEMS) {
            Some(place) => text(item(place)),
            None => Answer::Invalid(1),
        },
        _ => {
            let name = given.text(1);
            let place = (0..FOLDER_ITEMS).find(|place| item(*place).eq_ignore_ascii_case(&name));
            match (place, opened.path.metadata()) {
                (Some(place), Ok(metadata)) => text(&owner::item(&opened.path, &metadata, place)),
                _ => Answer::Invalid(1),
            }
        }
    }
}
