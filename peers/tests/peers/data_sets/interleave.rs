//! Two data sets in the order of a key become one, as pandas would have it.

use super::readers::variable;
use super::run;
use crate::program::{folder, peer_succeeds};

/// Observations of both together: enough for thousands of pages.
const ROWS: usize = 1_000_000;

#[test]
fn a_million_observations_are_interleaved() {
    let folder = folder();
    let program = format!(
        "libname out '{}' sgio=yes bufno=16;
         data out.alla out.allb;
           call streaminit(7);
           do n = 1 to {ROWS};
             changes = rand('uniform') < 0.4;
             serialno + changes;
             value = rand('uniform');
             if rand('uniform') < 0.5 then output out.alla; else output out.allb;
           end;
           drop changes;
         run;
         data out.merged;
           set out.alla(in=of_first) out.allb;
           by serialno;
           source = of_first;
           begins = first.serialno;
           ends = last.serialno;
         run;",
        folder.path().display()
    );
    run(folder.path(), &program);
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/python/interleave.py");
    let python = variable("FEEDRATE_PEERS_PYTHON");
    let printed = peer_succeeds(&python, [script, folder.path().to_str().expect("UTF-8")]);
    assert_eq!(printed.trim(), ROWS.to_string());
}
