//! Tests with random texts.

use proptest::prelude::*;

use super::{fio, jobs};
use crate::command_line;
use crate::options::{GROUPS, all};

/// Returns a line that may be an option, with a value that may be valid for it.
fn line() -> impl Strategy<Value = String> {
    let names: Vec<&'static str> = all().map(|option| option.name).collect();
    let values = prop_oneof![
        "[0-9]{1,20}(|k|kib|m|g|ms|s|%|z)",
        "(|[ ])[0-9a-z.:/,%-]{0,12}",
        "(read|write|randrw|zipf|zoned|iops|bw_slope|libaio|null|crc32c):?[0-9./:%k-]{0,10}",
        "[\\$(){}*+/0-9ncpusagezim_b]{0,16}",
        any::<String>(),
    ];
    let option = (proptest::sample::select(names), values);
    prop_oneof![
        8 => option.prop_map(|(name, value)| format!("{name}={value}")),
        2 => Just("size=1m".to_owned()),
        1 => Just("[a]".to_owned()),
        1 => Just("[global]".to_owned()),
        1 => any::<String>(),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>(), strict in any::<bool>()) {
        fio(&text, strict);
    }

    #[test]
    fn any_option_is_read_or_refused(
        lines in proptest::collection::vec(line(), 0..6),
        strict in any::<bool>(),
    ) {
        fio(&format!("[job]\nsize=1m\n{}\n", lines.join("\n")), strict);
    }

    #[test]
    fn any_arguments_are_read_or_refused(arguments in proptest::collection::vec("(|-|--)[a-z=,-]{0,12}", 0..6)) {
        let arguments: Vec<_> = arguments.into_iter().map(Into::into).collect();
        let _ = command_line::parse(&arguments);
    }

    /// The intended value and that of fio are equal unless the value has a trap.
    #[test]
    fn plain_sizes_have_no_traps(number in 1_u64..1 << 20, unit in "(|k|m|g|K|kb|mb|ki)") {
        let text = format!("[a]\nfilename=x\nsize={number}{unit}\nbs=1\n");
        let meant = jobs(&text, false).unwrap();
        prop_assert!(meant.remarks.is_empty());
        prop_assert_eq!(&meant.jobs, &jobs(&text, true).unwrap().jobs);
    }
}

#[test]
fn subjects_have_options() {
    assert!(GROUPS.iter().all(|group| !group.options.is_empty()));
}
