//! Descriptions of tests.

use feedrate_machine::Volume;

use super::checks::usable_room;
use super::layout::{amount, files, warnings};
use super::request::{Form, Test};
use crate::rows::Rows;

/// Returns what a test would do, with lines of at most 80 columns.
pub(super) fn explain(test: &Test, volume: &Volume) -> String {
    let mut rows = Rows::new("This test:");
    let form = match test.form {
        Form::Streams => "iotest.sh: streams and sizes as they are given (-i, -b, -s)",
        Form::Cores => "rhel_iotest.sh: a stream for each physical core",
    };
    rows.row("Form", form);
    let together = amount(test.all_bytes());
    let chosen = match test.is_size_chosen {
        true => ": half as large again as the memory that the page cache may use, in whole GiB",
        false => "",
    };
    rows.row("Files", &format!("{}, {together} together{chosen}", files(test)));
    if let Some(space) = volume.space {
        let (free, usable) = (amount(space.available_bytes), usable_room(space));
        let fits = match test.all_bytes() <= usable {
            true => format!("{free} free, of which a test takes at most {}", amount(usable)),
            false => format!(
                "{free} free, of which a test takes at most {}: NOT enough, so that it would be refused",
                amount(usable)
            ),
        };
        rows.row("Room", &fits);
    }
    rows.row(
        "Work",
        &format!(
            "all streams write their files from front to back, {} a call, through the page cache; the files are \
             flushed; all streams read them back the same way; and again from the device where the page cache served \
             more than 1 % of that",
            amount(test.block)
        ),
    );
    let lines = match test.cold_durable {
        true => "the cold and the durable rate, in the words of the script",
        false => "what the script would print; the cold and the durable rate beside it",
    };
    rows.row("Lines", lines);
    rows.row(
        "Left behind",
        "nothing: the files are in a folder of their own, which goes at the end",
    );
    for warning in warnings(test, volume) {
        rows.row("Warning", &warning);
    }
    rows.finish()
}
