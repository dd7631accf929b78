//! The order of data sets as their files record it.

use feedrate_dataset::appender::Append;
use feedrate_dataset::format::{SortOrder, SortedVariable};
use feedrate_dataset::{Libraries, RequestedSettings};

use super::common::{facts, fill, fill_rows, folder, libraries, name, options, schema};

/// Returns the order of a data set as in a BY statement.
fn order(libraries: &Libraries, text: &str) -> String {
    let reader = libraries.open(&name(text), &RequestedSettings::default());
    reader.unwrap().order_text()
}

fn make_sorted(libraries: &mut Libraries, text: &str, requested: &str) {
    let key = |column, descending| SortedVariable { column, descending };
    let order = SortOrder {
        keys: vec![key(1, false), key(0, true)],
        is_validated: true,
        ..SortOrder::default()
    };
    let facts = feedrate_dataset::writer::NewDataSet {
        order: Some(order),
        ..facts()
    };
    let mut writer = libraries
        .create(&name(text), schema(), facts, &options(requested))
        .unwrap();
    fill(&mut writer, 0..500).unwrap();
    writer.commit().unwrap();
}

#[test]
fn an_order_is_in_the_file_until_rows_are_added() {
    let folder = folder();
    let mut libraries = libraries(folder.path());
    for requested in ["", "bufsize=4k", "compress=char bufsize=4k"] {
        make_sorted(&mut libraries, "a.x", requested);
        assert_eq!(order(&libraries, "a.x"), "n DESCENDING t", "{requested}");
        libraries.rename(&name("a.x"), "y").unwrap();
        assert_eq!(order(&libraries, "a.y"), "n DESCENDING t");
        let Append::InPlace(mut appender) = libraries.append(&name("a.y"), 2.1e9).unwrap() else {
            panic!("not in place");
        };
        fill_rows(&mut *appender, |appender| appender.next_row(), 0..3).unwrap();
        appender.commit().unwrap();
        assert_eq!(order(&libraries, "a.y"), "", "{requested}");
        libraries.delete(&name("a.y")).unwrap();
    }
}
