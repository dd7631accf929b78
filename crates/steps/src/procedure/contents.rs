//! PROC CONTENTS: what a data set is, how its pages are filled, and which page size would waste least.

use std::os::unix::fs::{MetadataExt, PermissionsExt};

use feedrate_dataset::format::Metadata;
use feedrate_dataset::format::write::rows_per_page;
use feedrate_dataset::{Asked, DataSetName, Reader, Schema};
use feedrate_values::{Kind, Spec, Value, format};

use super::contents_out::{ContentsOut, Rows};
use super::members::{Member, MemberType, MemberTypes, kind_of, members};
use super::table::{self, Column, Side};
use crate::data::{Fault, Outcome};
use crate::environment::{Environment, Listing};

/// Tells of data sets.
#[derive(Clone, Debug)]
pub struct Contents {
    /// Which, or all of a library (`lib._all_`).
    pub data: ContentsOf,
    /// VARNUM: variables in their own order, and not in that of their names.
    pub in_order: bool,
    /// SHORT: names of variables alone.
    pub short: bool,
    /// NOPRINT: nothing for people to read.
    pub silent: bool,
    /// OUT=.
    pub out: Option<Box<ContentsOut>>,
}

/// What is told of.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentsOf {
    /// A data set.
    One(DataSetName),
    /// All of a library.
    All(String),
}

/// Page sizes among which the least wasteful is sought: multiples of this.
const STEP: u32 = 4 << 10;

/// The largest of them. More is seldom of use.
const LARGEST: u32 = 256 << 10;

impl Contents {
    pub(super) fn run(
        &self,
        environment: &mut Environment<'_>,
        outcome: &mut Outcome,
    ) -> Result<(), Box<Fault>> {
        let libraries = &*environment.libraries;
        let described = match &self.data {
            ContentsOf::One(name) => {
                let kind = kind_of(libraries, name, MemberTypes::ALL)?;
                vec![(name.clone(), kind.unwrap_or(MemberType::Data))]
            }
            ContentsOf::All(library) => {
                let members = members(libraries, library, MemberTypes::DATA)?.into_iter();
                members
                    .map(|Member { name, kind, .. }| (name, kind))
                    .collect()
            }
        };
        let mut rows = Rows::new();
        for (name, kind) in described {
            let reader = environment.libraries.open(&name, &Asked::default())?;
            if self.out.is_some() {
                rows.add(&name, &reader);
            }
            if !self.silent {
                let width = environment.options.line_size as usize;
                self.tell(&name, kind, &reader, width, environment.listing);
            }
        }
        if let Some(out) = &self.out {
            // A step tells of its own faults.
            let written = rows.write(out, environment);
            outcome.made.extend(written.made);
            outcome.ended = written.ended;
        }
        Ok(())
    }

    fn tell(
        &self,
        name: &DataSetName,
        kind: MemberType,
        reader: &Reader,
        width: usize,
        listing: &mut dyn Listing,
    ) {
        if !self.short {
            listing.line(b"The CONTENTS Procedure");
            listing.line(b"");
            about(name, kind, reader, listing);
            // A view has no pages, and its file is its query.
            if kind == MemberType::Data {
                listing.line(b"Engine/Host Dependent Information");
                listing.line(b"");
                match reader.metadata() {
                    Some(metadata) => pages(reader, metadata, listing),
                    None => {
                        host("Filename", &reader.path().display().to_string(), listing);
                        file(reader, listing);
                        listing.line(b"");
                    }
                }
            }
        }
        self.variables(reader.schema(), width, listing);
    }

    fn variables(&self, schema: &Schema, width: usize, listing: &mut dyn Listing) {
        let mut order: Vec<usize> = (0..schema.variables().len()).collect();
        let variables = schema.variables();
        if !self.in_order {
            order.sort_by_key(|&index| variables[index].name.to_lowercase());
        }
        if self.short {
            let names: Vec<&str> = order
                .iter()
                .map(|&index| variables[index].name.as_str())
                .collect();
            listing.line(names.join(" ").as_bytes());
            listing.line(b"");
            return;
        }
        let title = match self.in_order {
            true => "Variables in Creation Order",
            false => "Alphabetic List of Variables and Attributes",
        };
        listing.line(title.as_bytes());
        listing.line(b"");
        let heads = [
            ("#", Side::Right),
            ("Variable", Side::Left),
            ("Type", Side::Left),
            ("Len", Side::Right),
            ("Format", Side::Left),
            ("Informat", Side::Left),
            ("Label", Side::Left),
        ];
        let spec =
            |spec: &Option<Spec>| spec.as_ref().map_or_else(String::new, ToString::to_string);
        let mut rows: Vec<Vec<String>> = order
            .iter()
            .map(|&index| {
                let variable = &variables[index];
                vec![
                    (index + 1).to_string(),
                    variable.name.clone(),
                    variable.kind.name().to_owned(),
                    variable.length.to_string(),
                    spec(&variable.format),
                    spec(&variable.informat),
                    variable.label.clone(),
                ]
            })
            .collect();
        // A column that says nothing of any variable is left out.
        let kept: Vec<usize> = (0..heads.len())
            .filter(|&column| column < 4 || rows.iter().any(|row| !row[column].is_empty()))
            .collect();
        for row in &mut rows {
            *row = kept
                .iter()
                .map(|&column| std::mem::take(&mut row[column]))
                .collect();
        }
        let columns: Vec<Column> = kept
            .iter()
            .map(|&column| Column {
                heading: heads[column].0.to_owned(),
                side: heads[column].1,
            })
            .collect();
        table::write(&columns, &rows, 2, width, listing);
    }
}

/// What the data set is. Of one in a transport file less is known.
fn about(name: &DataSetName, kind: MemberType, reader: &Reader, listing: &mut dyn Listing) {
    let is_data = kind == MemberType::Data;
    // What lies there for a view is no data set of its own.
    let metadata = reader.metadata().filter(|_| is_data);
    let (observations, engine) = match kind {
        MemberType::Data => (reader.rows().to_string(), reader.engine()),
        MemberType::View => (".".to_owned(), "SQLVIEW"),
    };
    let known = |value: fn(&Metadata) -> String| metadata.map_or_else(String::new, value);
    let pairs = [
        (
            "Data Set Name",
            name.to_string(),
            "Observations",
            observations,
        ),
        (
            "Member Type",
            kind.name().into(),
            "Variables",
            reader.schema().variables().len().to_string(),
        ),
        ("Engine", engine.into(), "Indexes", "0".into()),
        (
            "Created",
            known(|metadata| moment(metadata.header.created)),
            "Observation Length",
            reader.schema().row_length().to_string(),
        ),
        (
            "Last Modified",
            known(|metadata| moment(metadata.header.modified)),
            "Deleted Observations",
            known(|metadata| metadata.rows_deleted.to_string()),
        ),
        (
            "Data Set Type",
            reader.data_set_type().to_owned(),
            "Compressed",
            known(|metadata| metadata.compression.name().to_owned()),
        ),
        ("Label", reader.label().to_owned(), "", String::new()),
        (
            "Data Representation",
            known(representation),
            "",
            String::new(),
        ),
        (
            "Encoding",
            known(|metadata| metadata.header.encoding.name()),
            "",
            String::new(),
        ),
    ];
    for (left, value, right, other) in pairs {
        let line = format!("{left:<20} {value:<28}  {right:<20}  {other}");
        listing.line(line.trim_end().as_bytes());
    }
    listing.line(b"");
}

/// A moment in seconds since 1960 as `21NOV2026:14:57:04`.
fn moment(seconds: f64) -> String {
    let spec = Spec {
        name: "DATETIME".into(),
        width: Some(19),
        decimals: None,
    };
    let format = format::Formats::new().resolve(&spec, Kind::Number, 8);
    format.map_or_else(
        |_| String::new(),
        |format| {
            String::from_utf8_lossy(&format.text(Value::Number(seconds)))
                .trim()
                .to_owned()
        },
    )
}

fn representation(metadata: &Metadata) -> String {
    let header = &metadata.header;
    let bits = if header.wide { 64 } else { 32 };
    let order = match header.order {
        feedrate_dataset::format::field::Order::Little => "little-endian",
        feedrate_dataset::format::field::Order::Big => "big-endian",
    };
    format!("{bits} bits, {order}")
}

/// How its pages are filled.
fn pages(reader: &Reader, metadata: &Metadata, listing: &mut dyn Listing) {
    let header = &metadata.header;
    let row_length = metadata.schema.row_length();
    let most = metadata.most_rows_per_page();
    let mut line = |name: &str, value: String| host(name, &value, listing);
    line("Data Set Page Size", header.page_size.to_string());
    line("Number of Data Set Pages", header.page_count.to_string());
    line(
        "First Data Page",
        (metadata.first_page_with_rows + 1).to_string(),
    );
    line("Max Obs per Page", most.to_string());
    line(
        "Obs in First Data Page",
        metadata.rows_on_first_page().to_string(),
    );
    line("Number of Data Set Repairs", "0".to_owned());
    line("Filename", reader.path().display().to_string());
    line("Release Created", header.release.clone());
    line("Host Created", header.system.clone());
    file(reader, listing);
    let mut line = |name: &str, value: String| host(name, &value, listing);
    if most > 0 {
        let unused = unused(header.page_size, most, row_length);
        line(
            "Unused Bytes per Page",
            format!("{unused} ({:.1} %)", share(unused, header.page_size)),
        );
        let best = least_wasteful(row_length);
        if let Some((page_size, unused)) = best {
            let text = format!(
                "{}K ({unused} bytes unused, {:.1} %)",
                page_size >> 10,
                share(unused, page_size)
            );
            line("BUFSIZE That Wastes Least", text);
        }
    }
    line("", String::new());
}

/// What the system knows of the file that it lies in.
fn file(reader: &Reader, listing: &mut dyn Listing) {
    let mut line = |name: &str, value: String| host(name, &value, listing);
    if let Ok(file) = std::fs::metadata(reader.path()) {
        line("Inode Number", file.ino().to_string());
        line("Access Permission", permissions(file.permissions().mode()));
        line("Owner Name", file.uid().to_string());
        line("File Size (bytes)", file.len().to_string());
    }
}

fn host(name: &str, value: &str, listing: &mut dyn Listing) {
    listing.line(format!("{name:<28} {value}").trim_end().as_bytes());
}

/// Bytes of a page that hold no observation.
fn unused(page_size: u32, most: u32, row_length: u32) -> u64 {
    u64::from(page_size) - u64::from(most) * u64::from(row_length)
}

fn share(unused: u64, page_size: u32) -> f64 {
    100.0 * unused as f64 / f64::from(page_size)
}

/// The page size up to 256K, a multiple of 4K, that leaves the least share of a page unused; the smaller
/// of equals. With the bytes that it leaves.
fn least_wasteful(row_length: u32) -> Option<(u32, u64)> {
    (STEP..=LARGEST)
        .step_by(STEP as usize)
        .filter_map(|page_size| {
            let most = rows_per_page(page_size, row_length);
            (most > 0).then(|| (page_size, unused(page_size, most, row_length)))
        })
        .min_by(|a, b| share(a.1, a.0).total_cmp(&share(b.1, b.0)))
}

/// `rw-r--r--`.
fn permissions(mode: u32) -> String {
    (0..9)
        .rev()
        .map(|bit| match mode >> bit & 1 {
            1 => ['x', 'w', 'r'][bit % 3],
            _ => '-',
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permissions_are_written_as_ls_writes_them() {
        assert_eq!(permissions(0o100644), "rw-r--r--");
        assert_eq!(permissions(0o750), "rwxr-x---");
    }

    #[test]
    fn the_page_that_wastes_least_wastes_no_more_than_any() {
        for row_length in [8, 24, 562, 1016, 5000, 70_000] {
            let (page_size, left) = least_wasteful(row_length).unwrap();
            for other in (STEP..=LARGEST).step_by(STEP as usize) {
                let most = rows_per_page(other, row_length);
                if most > 0 {
                    let theirs = share(unused(other, most, row_length), other);
                    assert!(share(left, page_size) <= theirs, "{row_length}: {other}");
                }
            }
        }
        assert_eq!(least_wasteful(1 << 20), None);
    }
}
