//! PROC PRINTTO.

use feedrate_language::parse::cursor::Result;
use feedrate_language::token::Symbol;
use feedrate_language::tree::Extent;
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::argument::Argument;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{NONE, OptionTable, options};
use feedrate_procedure::{Definition, Grammar, PrintTarget, PrintTo, Reads, Request};

pub(crate) const DEFINITION: Definition = Definition {
    name: "PRINTTO",
    extent: Extent::Run,
    reads: Reads::Libraries,
    grammar: Grammar::Here(lower),
    syntax: || Syntax::of(OPTIONS, NONE),
};

const TARGET: &str = "=a path in quotes or a fileref";

const OPTIONS: OptionTable<PrintTo> = options! {
    LABEL => Quoted(|_, _| {}), "No effect: files have no labels.";
    LOG => Own(TARGET, |options, from| {
        options.log = Some(target(from, &["log"])?);
        Ok(())
    }), "Where the log goes; LOG is where it went first.";
    NEW => Switch(|options| options.replaces = true), "Replaces the files, which grow without it.";
    PRINT | FILE | NAME => Own(TARGET, |options, from| {
        options.listing = Some(target(from, &["print", "listing"])?);
        Ok(())
    }), "Where the listing goes; PRINT is where it went first.";
};

fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    lowering.read_own_statements(NONE, &mut ())?;
    let mut request: PrintTo = lowering.read_options(OPTIONS)?;
    if request.log.is_none() && request.listing.is_none() {
        (request.log, request.listing) = (Some(PrintTarget::Session), Some(PrintTarget::Session));
    }
    Ok(Request::PrintTo(request))
}

/// Takes the equals sign and a destination; `own` are the words for that of the session.
fn target(from: &mut Argument<'_, '_>, own: &[&str]) -> Result<PrintTarget> {
    from.equals()?;
    let at = from.cursor.position();
    if let Some(path) = from.cursor.take_text()? {
        return Ok(PrintTarget::File {
            name: String::from_utf8_lossy(&path).into_owned(),
            is_reference: false,
            at,
        });
    }
    let name = from.cursor.expect_name("a path in quotes or a fileref")?;
    // `LOG=x.y` would be a catalog entry, of which there are none.
    if from.cursor.is(0, Symbol::Dot) {
        return Err(from
            .cursor
            .error("the log and the listing go to files, not to catalogs"));
    }
    Ok(match own.iter().any(|own| name.text.eq_ignore_ascii_case(own)) {
        true => PrintTarget::Session,
        false => PrintTarget::File {
            name: name.text,
            is_reference: true,
            at,
        },
    })
}

#[cfg(test)]
mod tests {
    use feedrate_procedure::testing::understood;

    use super::*;

    #[test]
    fn destinations_are_paths_filerefs_and_the_own_ones() {
        let request = |program: &str| match understood(lower, program) {
            Request::PrintTo(request) => request,
            other => panic!("{other:?}"),
        };
        let both = request("proc printto; run;");
        assert_eq!(
            (both.log, both.listing),
            (Some(PrintTarget::Session), Some(PrintTarget::Session))
        );
        let one = request("proc printto log='a.log' new; run;");
        let is_path = matches!(
            one.log,
            Some(PrintTarget::File {
                is_reference: false,
                ..
            })
        );
        assert!(is_path && one.listing.is_none() && one.replaces);
        let other = request("proc printto print=out log=log; run;");
        let is_reference = matches!(other.listing, Some(PrintTarget::File { is_reference: true, .. }));
        assert!(is_reference && other.log == Some(PrintTarget::Session) && !other.replaces);
    }
}
