//! The PROC statement: its options, and the keywords of statistics.

use feedrate_language::parse::cursor::Result;
use feedrate_language::tree::{DataSet, Name};
use feedrate_language::{Diagnostic, Position};
use feedrate_procedure::grammar::lowering::ProcedureLowering;
use feedrate_procedure::grammar::table::argument::take_known;
use feedrate_procedure::grammar::table::description::{Description, described};
use feedrate_procedure::grammar::table::{OptionTable, help, options};
use feedrate_procedure::variables::ClassOrder;
use feedrate_stats::Divisor;
use feedrate_stats::quantile::Definition as QuantileDefinition;

use crate::aggregate::Statistic;
use crate::grammar::with_nearest;

pub(super) const OPTIONS: OptionTable<MeansOptions> = options! {
    ALPHA => Alpha(|options, alpha| options.alpha = Some(alpha)), help::ALPHA;
    CHARTYPE => Switch(|options| options.character_types = true),
        "`_TYPE_` of OUT= is a text of 0 and 1, one for each CLASS variable.";
    DATA => Data(|options, data| options.data = Some(data)), help::DATA;
    DESCENDTYPES | DESCEND | DESCENDING => Switch(|options| options.descending_types = true),
        "OUT= has the types in descending order.";
    EXCLNPWGT | EXCLNPWGTS => Switch(|options| options.exclude_weightless = true), help::EXCLNPWGT;
    FW => Whole(6, 32, |options, width| options.width = Some(width as usize)), "The width of the columns.";
    IDMIN => Switch(|options| options.least_ids = true), "The least values of ID instead of the greatest.";
    MAXDEC => Whole(0, 8, |options, most| options.decimals = Some(most as usize)), "The most decimal places.";
    MISSING => Switch(|options| options.missing = true), help::MISSING;
    NOLABELS => Switch(|options| options.no_labels = true), "Lists the variables without their labels.";
    NONOBS => Switch(|options| options.no_counts = true), "Does not list how many observations a level has.";
    NOPRINT => Switch(|options| options.prints = Some(false)), help::NOPRINT;
    NOTHREADS => Switch(|options| options.threads = Some(false)), help::NOTHREADS;
    NWAY => Switch(|options| options.nway = true), "OUT= has the type of all CLASS variables alone.";
    ORDER => Order(|options, order| options.order = order), help::ORDER;
    PRINT => Switch(|options| options.prints = Some(true)), "Lists the statistics, as MEANS does without it.";
    PRINTALLTYPES | PRINTALL => Switch(|options| options.all_types = true), "Lists all types.";
    QMETHOD => Words(&[("OS", |_| {})]), help::QMETHOD;
    QNTLDEF | PCTLDEF => Percentiles(|options, definition, at| {
        options.definition = definition;
        options.definition_at = Some(at);
    }), help::PERCENTILES;
    STACKODSOUTPUT | STACKODS => Switch(|options| options.stacked = true),
        "The data set of ODS OUTPUT has an observation for each variable.";
    THREADS => Switch(|options| options.threads = Some(true)), help::THREADS;
    VARDEF => VarianceDivisor(|options, divisor| options.divisor = divisor), help::VARDEF;
};

/// The options of the PROC statement.
#[derive(Debug, Default)]
pub(crate) struct MeansOptions {
    pub data: Option<DataSet>,
    pub statistics: Vec<Statistic>,
    /// PRINT or NOPRINT, whichever came last.
    pub prints: Option<bool>,
    pub nway: bool,
    pub character_types: bool,
    pub least_ids: bool,
    pub stacked: bool,
    pub missing: bool,
    pub descending_types: bool,
    pub all_types: bool,
    pub no_counts: bool,
    pub no_labels: bool,
    pub exclude_weightless: bool,
    pub threads: Option<bool>,
    pub order: ClassOrder,
    pub decimals: Option<usize>,
    pub width: Option<usize>,
    pub alpha: Option<f64>,
    pub divisor: Divisor,
    pub definition: QuantileDefinition,
    pub definition_at: Option<Position>,
}

pub(crate) fn options(lowering: &mut ProcedureLowering<'_>) -> Result<MeansOptions> {
    let mut options = MeansOptions::default();
    let mut head = lowering.head();
    while !head.at_end() {
        let name = head.expect_name(&format!("an option of PROC {}", lowering.name))?;
        if take_known(lowering, &mut head, &name, OPTIONS, &mut options)? {
            continue;
        }
        let statistics = Statistic::of_keyword(&name.text.to_ascii_lowercase());
        if statistics.is_empty() {
            return Err(unknown(lowering, &name));
        }
        for statistic in statistics {
            if !options.statistics.contains(&statistic) {
                options.statistics.push(statistic);
            }
        }
    }
    Ok(options)
}

fn unknown(lowering: &ProcedureLowering<'_>, name: &Name) -> Diagnostic {
    let known = described(OPTIONS);
    let error = lowering.not_in(name, "an option or a statistic", &known);
    let known: Vec<String> = known.iter().map(Description::shown).collect();
    let known = known.iter().map(String::as_str);
    with_nearest(error, &name.text, known.chain(Statistic::keywords()))
}
