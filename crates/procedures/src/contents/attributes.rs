//! The attributes of a data set, of its pages and of its file, and the page size with the least waste.

use feedrate_dataset::format::field::Order;
use feedrate_dataset::format::write::rows_per_page;
use feedrate_dataset::format::{Compression, Metadata};
use feedrate_dataset::index::IndexFacts;
use feedrate_dataset::{DataSetName, Reader};
use feedrate_values::missing::PLACEHOLDER;
use feedrate_values::{Kind, Spec, Value, format};

use super::order::sorted;
use super::result_tables::Pair;
use crate::members::MemberType;
use crate::system::attributes_of_file;

/// Candidates for the page size are multiples of this.
const STEP: u32 = 4 << 10;

/// The largest candidate; larger pages are rarely useful.
const LARGEST: u32 = 256 << 10;

/// A data set or view that is open to be described.
pub(super) struct OpenMember<'d> {
    pub(super) name: &'d DataSetName,
    pub(super) kind: MemberType,
    /// True for a view that is a DATA step.
    pub(super) is_step: bool,
    pub(super) reader: &'d Reader,
    pub(super) indexes: &'d IndexFacts,
}

/// Returns the attributes of a data set. Less is known of one in a transport file.
pub(super) fn about(member: &OpenMember<'_>) -> Vec<Pair> {
    let &OpenMember {
        name,
        kind,
        is_step,
        reader,
        indexes,
    } = member;
    let is_data = kind == MemberType::Data;
    // The reader of a view has no metadata of its own.
    let metadata = reader.metadata().filter(|_| is_data);
    let (observations, engine) = match kind {
        MemberType::Data => (reader.rows().to_string(), reader.engine()),
        MemberType::View if is_step => (PLACEHOLDER.to_owned(), "SASDSV"),
        MemberType::View => (PLACEHOLDER.to_owned(), "SQLVIEW"),
    };
    let known = |value: fn(&Metadata) -> String| metadata.map_or_else(String::new, value);
    let compression = metadata.map(|metadata| metadata.compression);
    let is_compressed = compression.is_some_and(|it| it != Compression::None);
    let yes_or_no = |flag: fn(&Metadata) -> bool| {
        let is_so = metadata.is_some_and(flag);
        String::from(if is_so { "YES" } else { "NO" })
    };
    let left = [
        ("Data Set Name", name.to_string()),
        ("Member Type", kind.name().into()),
        ("Engine", engine.into()),
        ("Created", known(|metadata| moment(metadata.header.created))),
        ("Last Modified", known(|metadata| moment(metadata.header.modified))),
        // The position of passwords in a file is not known.
        ("Protection", String::new()),
        ("Data Set Type", reader.data_set_type().to_owned()),
        ("Label", reader.label().to_owned()),
        ("Data Representation", known(representation)),
        ("Encoding", known(|metadata| metadata.header.encoding.name())),
    ];
    let mut right = vec![
        ("Observations", observations),
        ("Variables", reader.schema().variables().len().to_string()),
        ("Indexes", indexes.indexes.len().to_string()),
        ("Observation Length", reader.stored_lengths().1.to_string()),
        (
            "Deleted Observations",
            known(|metadata| metadata.rows_deleted.to_string()),
        ),
        ("Compressed", known(|metadata| metadata.compression.name().to_owned())),
    ];
    if is_compressed {
        right.push(("Reuse Space", yes_or_no(|metadata| metadata.reuses_space)));
        right.push(("Point to Observations", yes_or_no(|metadata| metadata.is_addressable)));
    }
    right.push(("Sorted", known(|metadata| sorted(metadata).to_owned())));
    right.resize(left.len(), ("", String::new()));
    let pairs = left.into_iter().zip(right);
    pairs
        .map(|((left, value), (right, other))| (left, value, right, other))
        .collect()
}

/// Returns the attributes of the pages of a data set, and of its file.
pub(super) fn host(member: &OpenMember<'_>) -> Vec<(&'static str, String)> {
    let reader = member.reader;
    let mut lines = match reader.metadata() {
        Some(metadata) => pages(reader, metadata, member.indexes),
        None => vec![("Filename", reader.path().display().to_string())],
    };
    lines.extend(file(reader));
    lines.extend(reader.metadata().map(waste).unwrap_or_default());
    lines
}

/// Formats a datetime in seconds since 1960 as `21NOV2026:14:57:04`.
fn moment(seconds: f64) -> String {
    let spec = Spec {
        name: "DATETIME".into(),
        width: Some(19),
        decimals: None,
    };
    let format = format::Formats::new().resolve(&spec, Kind::Number, 8);
    let text = format.map(|format| format.text(Value::Number(seconds)));
    String::from_utf8_lossy(&text.unwrap_or_default()).trim().to_owned()
}

fn representation(metadata: &Metadata) -> String {
    let header = &metadata.header;
    let bits = if header.wide { 64 } else { 32 };
    let order = match header.order {
        Order::Little => "little-endian",
        Order::Big => "big-endian",
    };
    format!("{bits} bits, {order}")
}

/// Returns the use of its pages.
fn pages(reader: &Reader, metadata: &Metadata, indexes: &IndexFacts) -> Vec<(&'static str, String)> {
    let header = &metadata.header;
    let mut pages = vec![
        ("Data Set Page Size", header.page_size.to_string()),
        ("Number of Data Set Pages", header.page_count.to_string()),
    ];
    // Compressed rows differ in length.
    if metadata.compression == Compression::None {
        pages.extend([
            ("First Data Page", (metadata.first_page_with_rows + 1).to_string()),
            ("Max Obs per Page", metadata.most_rows_per_page().to_string()),
            ("Obs in First Data Page", metadata.rows_on_first_page().to_string()),
        ]);
    }
    if !indexes.indexes.is_empty() {
        pages.extend([
            ("Index File Page Size", indexes.page_bytes.to_string()),
            ("Number of Index File Pages", indexes.pages.to_string()),
        ]);
    }
    pages.extend([
        ("Number of Data Set Repairs", "0".to_owned()),
        ("Filename", reader.path().display().to_string()),
        ("Release Created", header.release.clone()),
        ("Host Created", header.system.clone()),
    ]);
    pages
}

/// Returns the unused part of its pages, and the page size with the least waste.
fn waste(metadata: &Metadata) -> Vec<(&'static str, String)> {
    let page_size = metadata.header.page_size;
    let row_length = metadata.schema.row_length();
    let most = metadata.most_rows_per_page();
    let mut lines = Vec::new();
    if most > 0 && row_length > 0 {
        let left = unused(page_size, most, row_length);
        let text = format!("{left} ({:.1} %)", share(left, page_size));
        lines.push(("Unused Bytes per Page", text));
        if let Some((page_size, left)) = least_wasteful(row_length) {
            let text = format!(
                "{}K ({left} bytes unused, {:.1} %)",
                page_size >> 10,
                share(left, page_size)
            );
            lines.push(("BUFSIZE That Wastes Least", text));
        }
    }
    lines
}

/// Returns the attributes of its file.
fn file(reader: &Reader) -> Vec<(&'static str, String)> {
    let Ok(file) = std::fs::metadata(reader.path()) else {
        return Vec::new();
    };
    let mut lines = attributes_of_file(reader.path(), &file);
    lines.extend([
        ("File Size", rounded(file.len())),
        ("File Size (bytes)", file.len().to_string()),
    ]);
    lines
}

/// Formats bytes as an integer of the largest unit that fits: `128KB`. The units are powers of 1024.
fn rounded(bytes: u64) -> String {
    let units = ["", "KB", "MB", "GB", "TB", "PB"];
    let (mut size, mut unit) = (bytes as f64, 0);
    while size.round() >= 1024.0 && unit + 1 < units.len() {
        size /= 1024.0;
        unit += 1;
    }
    format!("{size:.0}{}", units[unit])
}

/// Returns the bytes of a page that hold no observation; 0 if a damaged file claims more observations than fit.
fn unused(page_size: u32, most: u32, row_length: u32) -> u64 {
    u64::from(page_size).saturating_sub(u64::from(most) * u64::from(row_length))
}

fn share(unused: u64, page_size: u32) -> f64 {
    100.0 * unused as f64 / f64::from(page_size)
}

/// Returns the page size up to 256K, a multiple of 4K, with the smallest unused share, and its unused bytes. Of equal
/// ones, returns the smallest.
fn least_wasteful(row_length: u32) -> Option<(u32, u64)> {
    (STEP..=LARGEST)
        .step_by(STEP as usize)
        .filter_map(|page_size| {
            let most = rows_per_page(page_size, row_length);
            (most > 0).then(|| (page_size, unused(page_size, most, row_length)))
        })
        .min_by(|a, b| share(a.1, a.0).total_cmp(&share(b.1, b.0)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_rounded_to_their_unit() {
        let sizes = [0, 1023, 131_072, 1_048_064, 3_932_160, 12_136_415_232, u64::MAX].map(rounded);
        assert_eq!(sizes, ["0", "1023", "128KB", "1MB", "4MB", "11GB", "16384PB"]);
    }

    #[test]
    fn a_damaged_file_that_tells_of_more_rows_than_a_page_holds_wastes_nothing() {
        assert_eq!(unused(4096, 500, 8), 96);
        assert_eq!(unused(4096, 513, 8), 0);
        assert_eq!(unused(4096, u32::MAX, u32::MAX), 0);
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
