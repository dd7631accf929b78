//! PROC FORMAT: formats and informats of the program's own.

mod chosen;
mod control;
mod drafts;
mod fields;
mod input;
mod invalue;
mod listing;
mod options;
mod output;
mod picture;
mod record;
mod show;
mod value;
mod values;

use chosen::Choice;
use feedrate_language::Position;
use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Extent};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::description::Syntax;
use feedrate_procedure::grammar::table::{OptionTable, StatementTable, options, statements};
use feedrate_procedure::{Definition, DefinitionSource, FormatsRequest, Grammar, Reads, Request};
use feedrate_values::format;
use input::ControlInput;
use listing::Layout;

pub(crate) const DEFINITION: Definition = Definition {
    name: "FORMAT",
    extent: Extent::Run,
    reads: Reads::Libraries,
    grammar: Grammar::Here(lower),
    syntax: || Syntax::of(OPTIONS, STATEMENTS),
};

/// The options of the PROC statement.
#[derive(Default)]
struct ProcOptions {
    catalogue: Option<String>,
    keeps: bool,
    input: Option<DataSet>,
    out: Option<DataSet>,
    is_listed: bool,
    layout: Layout,
}

/// The contents of the statements.
#[derive(Default)]
struct Statements {
    /// The formats and informats, each with the position of its name.
    definitions: Vec<(Position, format::Definition)>,
    choice: Choice,
}

const OPTIONS: OptionTable<ProcOptions> = options! {
    CNTLIN => Data(|options, data| options.input = Some(data)),
        "Makes formats and informats of the ranges that a data set has.";
    CNTLOUT => Data(|options, data| options.out = Some(data)),
        "Makes a data set of the formats and informats of the catalogue.";
    FMTLIB => Switch(|options| options.is_listed = true), "Lists the formats and informats of the catalogue.";
    LIBRARY | LIB => Own("=a library, or one and a catalogue", |options, from| {
        options.catalogue = Some(options::catalogue(from)?);
        Ok(())
    }), "The catalogue of the formats; WORK by default.";
    MAXLABLEN => Whole(1, 256, |options, width| options.layout.labels = width as usize),
        "The width of labels in the list; 40 by default.";
    MAXSELEN => Whole(1, 256, |options, width| options.layout.ends = width as usize),
        "The width of the ends of ranges in the list; 16 by default.";
    NOREPLACE => Switch(|options| options.keeps = true), "Formats that are there already are kept.";
    PAGE => Switch(|options| options.is_listed = true), "The same as FMTLIB: the listing has no pages.";
};

const STATEMENTS: StatementTable<Statements> = statements! {
    EXCLUDE => Own("names, with @ of informats", &(), |all, from| all.choice.exclude(from)),
        "The formats that FMTLIB and CNTLOUT= leave out.";
    INVALUE => Own("a name (options) and `'a'=1, 3-5=_same_, other=_error_`", &invalue::OPTIONS, |all, from| {
        let (at, informat) = invalue::invalue(from)?;
        all.definitions.push((at, format::Definition::Informat(informat)));
        Ok(())
    }), "Makes an informat.";
    PICTURE => Own(
        "a name (options) and `1-high='009.99' (prefix='$')`", &picture::PictureSyntax, |all, from| {
            let (at, picture) = picture::picture(from)?;
            all.definitions.push((at, format::Definition::Format(picture)));
            Ok(())
        }), "Makes a format of templates.";
    SELECT => Own("names, with @ of informats", &(), |all, from| all.choice.select(from)),
        "The formats that FMTLIB and CNTLOUT= show; without either, as FMTLIB.";
    VALUE => Own("a name (options) and `1, 3-5, 7<-high, other='label'`", &value::OPTIONS, |all, from| {
        let (at, format) = value::value(from)?;
        all.definitions.push((at, format::Definition::Format(format)));
        Ok(())
    }), "Makes a format.";
};

fn lower(lowering: &mut ProcedureLowering<'_>) -> Result<Request> {
    let options = lowering.read_options(OPTIONS)?;
    let mut statements = Statements::default();
    lowering.read_own_statements(STATEMENTS, &mut statements)?;
    let Statements { definitions, choice } = statements;
    let catalogue = options.catalogue.unwrap_or_else(|| format::WORK_FORMATS.to_owned());
    let input = match options.input {
        Some(data) => {
            let at = data.member.at;
            Some((at, ControlInput::new(lowering, data)?))
        }
        None => None,
    };
    let is_listed = options.is_listed || options.out.is_none() && choice.is_any();
    let contents = show::Contents {
        catalogue: &catalogue,
        definitions: &definitions,
        label_length: input.as_ref().map_or(1, |(_, input)| input.label_length),
        choice,
        layout: is_listed.then_some(options.layout),
        out: options.out,
    };
    let output = contents.lower(lowering)?;
    Ok(Request::Formats(Box::new(FormatsRequest {
        catalogue,
        keeps: options.keeps,
        input: input.map(|(at, input)| (at, Box::new(input) as Box<dyn DefinitionSource>)),
        definitions,
        output,
    })))
}
