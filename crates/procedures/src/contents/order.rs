//! The order of the observations of a data set, as its file records it.

use feedrate_dataset::Reader;
use feedrate_dataset::format::{Metadata, OrderNote};
use feedrate_values::missing;

/// Returns YES if the order of the data set is recorded. The position of the record in files of the SAS System is not
/// known: of these, those that PROC SORT created are sorted.
pub(super) fn sorted(metadata: &Metadata) -> &'static str {
    let is_sorted = match metadata.header.row_order {
        OrderNote::Valid(_) => true,
        OrderNote::Void => false,
        OrderNote::None => metadata.step.eq_ignore_ascii_case("SORT"),
    };
    match is_sorted {
        true => "YES",
        false => "NO",
    }
}

/// Returns the record of the order of a data set; nothing if there is none.
pub(super) fn information(reader: &Reader) -> Vec<(&'static str, String)> {
    let Some(order) = reader.order() else {
        return Vec::new();
    };
    let validated = if order.is_validated { "YES" } else { "NO" };
    let mut lines = vec![
        ("Sortedby", reader.order_text()),
        ("Validated", validated.to_owned()),
        ("Character Set", "ASCII".to_owned()),
    ];
    let options = [(order.has_unique_keys, "NODUPKEY"), (order.has_unique_rows, "NODUPREC")];
    let options = options.into_iter().filter(|(is_on, _)| *is_on);
    lines.extend(options.map(|(_, name)| ("Sort Option", name.to_owned())));
    lines
}

/// Returns 1 if a sort made the order of a data set, 0 if someone says that it has it, and missing without an order.
pub(super) fn validated(reader: &Reader) -> f64 {
    match reader.order() {
        Some(order) => f64::from(u8::from(order.is_validated)),
        None => missing::MISSING,
    }
}

/// Returns the place of a variable among those by which a data set is ordered, from 1; negative if it descends, and
/// missing if it is none of them.
pub(super) fn place(reader: &Reader, variable: usize) -> f64 {
    let keys = reader.order().map_or(&[][..], |order| &order.keys);
    let found = (1_u16..).zip(keys).find(|(_, key)| usize::from(key.column) == variable);
    match found {
        Some((place, key)) if key.descending => -f64::from(place),
        Some((place, _)) => f64::from(place),
        None => missing::MISSING,
    }
}
