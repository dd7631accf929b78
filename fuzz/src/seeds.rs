//! What the targets begin with: input that is well-formed.

use std::path::Path;
use std::{env, fs, io};

use feedrate_dataset::format::{Front, NewFile, Order};
use feedrate_dataset::schema::{Schema, Variable};

/// A piece of input, and the target that it is for.
pub struct Seed {
    pub target: &'static str,
    pub name: String,
    pub bytes: Vec<u8>,
}

/// All seeds: data sets that are made here; the programs of the session's tests; and, of the folder that
/// `FEEDRATE_SAS_FILES` names, data sets and transport files that SAS made.
pub fn seeds() -> io::Result<Vec<Seed>> {
    let mut seeds = Vec::new();
    for rows in [0, 1, 300] {
        seeds.push(Seed {
            target: "data_set",
            name: format!("rows-{rows}"),
            bytes: written(rows),
        });
    }
    let programs = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../crates/session/tests/programs"
    );
    gather("program", Path::new(programs), "sas", &mut seeds)?;
    if let Some(folder) = env::var_os("FEEDRATE_SAS_FILES") {
        gather("data_set", Path::new(&folder), "sas7bdat", &mut seeds)?;
        gather("transport", Path::new(&folder), "xpt", &mut seeds)?;
    }
    Ok(seeds)
}

/// The longest file that is a seed: longer ones take a target's time and show nothing new.
const LONGEST: usize = 256 << 10;

fn gather(
    target: &'static str,
    folder: &Path,
    extension: &str,
    seeds: &mut Vec<Seed>,
) -> io::Result<()> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        paths.push(entry?.path());
    }
    paths.retain(|path| path.extension().is_some_and(|own| own == extension));
    paths.sort();
    for path in paths {
        let bytes = fs::read(&path)?;
        if bytes.len() <= LONGEST {
            let name = path.file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            seeds.push(Seed {
                target,
                name,
                bytes,
            });
        }
    }
    Ok(())
}

/// A file with variables of both kinds.
fn written(rows: usize) -> Vec<u8> {
    let schema = Schema::lay_out(vec![
        Variable {
            label: "First name".into(),
            format: "$CHAR8.".parse().ok(),
            ..Variable::text("Name", 8)
        },
        Variable {
            length: 3,
            informat: "DATE9.".parse().ok(),
            ..Variable::number("Born")
        },
        Variable::number("Height"),
    ])
    .expect("the names differ and the lengths are allowed");
    let mut front = Front::new(&NewFile {
        name: "CLASS",
        label: "Pupils",
        data_set_type: "",
        step: "DATASTEP",
        schema: &schema,
        page_size: 2048,
        header_length: 2048,
        created: 2e9,
    })
    .expect("a few variables fit a page");
    let slots = front.row_pages().slots();
    let mut pages: Vec<Vec<u8>> = Vec::new();
    for number in 0..rows {
        let row = match number.checked_sub(front.slots()) {
            None => front.slot_mut(number),
            Some(after) => {
                if after.is_multiple_of(slots.count) {
                    pages.push(vec![0; front.page_size()]);
                }
                let page = pages.last_mut().expect("a page was just begun");
                slots.of(page, after % slots.count)
            }
        };
        fill(&schema, row, number);
    }
    let mut left = rows.saturating_sub(front.slots());
    for (page, number) in pages.iter_mut().zip(front.pages()..) {
        let on_it = left.min(slots.count);
        front.row_pages().seal(page, number, on_it);
        left -= on_it;
    }
    let mut bytes = front.finish(rows as u64, 2e9).to_vec();
    bytes.extend(pages.concat());
    bytes
}

fn fill(schema: &Schema, row: &mut [u8], number: usize) {
    for variable in schema.variables() {
        if let Some(field) = variable.number_field(Order::Little) {
            field.set(row, number as f64 * 10.0);
        }
        if let Some(field) = variable.text_field() {
            field.set(row, format!("n{number}").as_bytes());
        }
    }
}
