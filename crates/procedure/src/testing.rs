//! Grammars in the tests of procedures.

use feedrate_language::parse::cursor::Result;
use feedrate_language::parse::{Parser, Program};
use feedrate_language::reader::Reader;
use feedrate_language::testing::SilentSurroundings;
use feedrate_language::tree::{Extent, Unit};
use feedrate_lower::Options;
use feedrate_lower::testing::shelf;

use crate::grammar::lowering::ProcedureLowering;

/// Returns what a grammar makes of a procedure whose step goes up to RUN.
///
/// Panics if it is refused, or accepted with diagnostics.
pub fn understood<T>(grammar: impl FnOnce(&mut ProcedureLowering<'_>) -> Result<T>, text: &str) -> T {
    let mut reader = Reader::new("test.sas", text).expect("a text that can be read");
    let mut parser = Parser::new(|_| Extent::Run);
    let unit = parser.next_unit(&mut Program::new(&mut reader, &mut SilentSurroundings::default()));
    let Some(Unit::Procedure(written)) = unit.map(|parsed| parsed.unit) else {
        panic!("no procedure: {text}");
    };
    let (mut shelf, options) = (shelf(), Options::default());
    let mut lowering = ProcedureLowering::new(&written, "TEST", &mut shelf, &options);
    let request = grammar(&mut lowering).expect("a procedure that is accepted");
    assert!(lowering.diagnostics.is_empty(), "{:?}", lowering.diagnostics);
    request
}
