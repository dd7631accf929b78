//! PROC OPTIONS.

use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::Extent;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{NONE, OptionTable, options};
use feedrate_procedure::{Definition, Grammar, Reads, Request};

pub(crate) const DEFINITION: Definition = Definition {
    name: "OPTIONS",
    extent: Extent::Run,
    reads: Reads::Libraries,
    grammar: Grammar::Here(lower),
    syntax: || Syntax::of(OPTIONS, NONE),
};

const OPTIONS: OptionTable<Vec<String>> = options! {
    LONG => Switch(|_| {}), "No effect: options are listed with their values.";
    NOLIST => Switch(|_| {}), "No effect: options are listed with their values.";
    OPTION | OPTIONS => Own("=names", |names, from| {
        from.equals()?;
        let several = from.cursor.take(Symbol::LeftParen);
        loop {
            names.push(from.cursor.expect_name("a system option")?.text.to_ascii_uppercase());
            if !several || from.cursor.take(Symbol::RightParen) {
                return Ok(());
            }
        }
    }), "Which system options are listed: one, or several in parentheses; all by default.";
    SHORT => Switch(|_| {}), "No effect: options are listed with their values.";
};

fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    lowering.read_own_statements(NONE, &mut ())?;
    lowering.read_options(OPTIONS).map(Request::Options)
}
