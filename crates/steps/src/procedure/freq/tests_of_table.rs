//! Tests and measures of tables: CHISQ and FISHER.

use feedrate_stats::distribution::chi_square::ChiSquare;

use super::crossing::Crossing;
use super::number::{centred, count, probability, statistic};
use super::request::FreqListing;
use super::table::Table;
use crate::environment::Listing;

/// Characters of a line of statistics.
const WIDTH: usize = 54;

/// Characters of a line of Fisher's test, and of that of equal proportions.
const NARROW: usize = 34;

/// The share of cells with less than five expected above which the chi-square test is doubtful.
const MOST_SPARSE: f64 = 0.2;

/// Lists the statistics of rows and columns.
pub(super) fn statistics(
    crossing: &Crossing<'_, '_>,
    listing: &FreqListing,
    titles: &[String],
    out: &mut dyn Listing,
) {
    for title in titles {
        out.line(centred(title, WIDTH).as_bytes());
    }
    out.line(b"");
    let (table, rows, columns) = crossing.contingency();
    if crossing.table.is_negative {
        out.line(b"No statistics are computed because a weight is negative.");
        out.line(b"");
        return;
    }
    if table.rows() < 2 || table.columns() < 2 {
        let text = "Row or column sum zero. No statistics computed for this table.";
        out.line(text.as_bytes());
        out.line(b"");
        return;
    }
    if listing.chi_square {
        let heading = format!("Statistic{:>23}{:>12}{:>10}", "DF", "Value", "Prob");
        out.line(heading.as_bytes());
        out.line("-".repeat(WIDTH).as_bytes());
        let mut test = |name: &str, test: ChiSquare| {
            let text = format!(
                "{name:<28}{:>4}{:>12}{:>10}",
                count(test.degrees, 4),
                statistic(test.statistic),
                probability(test.probability)
            );
            out.line(text.as_bytes());
        };
        test("Chi-Square", table.pearson());
        test("Likelihood Ratio Chi-Square", table.likelihood_ratio());
        if let Some(adjusted) = table.continuity_adjusted() {
            test("Continuity Adj. Chi-Square", adjusted);
        }
        test(
            "Mantel-Haenszel Chi-Square",
            table.mantel_haenszel(&rows, &columns),
        );
        for (name, measure) in [
            ("Phi Coefficient", table.phi()),
            ("Contingency Coefficient", table.contingency_coefficient()),
            ("Cramer's V", table.cramers_v()),
        ] {
            let text = format!("{name:<28}{:>16}", statistic(measure));
            out.line(text.as_bytes());
        }
        out.line(b"");
        let sparse = table.sparse_share();
        if listing.warning && sparse > MOST_SPARSE {
            let text = format!(
                "WARNING: {:.0}% of the cells have expected counts less",
                100.0 * sparse
            );
            out.line(text.as_bytes());
            out.line(b"         than 5. Chi-Square may not be a valid test.");
            out.line(b"");
        }
    }
    fisher(crossing, out);
    let missing = crossing.table.missing();
    let is_whole = crossing.stratum.is_empty();
    let of = match missing != 0.0 && is_whole {
        true => "Effective Sample Size",
        false => "Sample Size",
    };
    let text = format!("{of} = {}", count(crossing.total, 12));
    out.line(text.as_bytes());
    if missing != 0.0 && is_whole {
        let text = format!("Frequency Missing = {}", count(missing, 12));
        out.line(text.as_bytes());
    }
    out.line(b"");
}

/// Fisher's exact test of a table of two rows and two columns.
fn fisher(crossing: &Crossing<'_, '_>, out: &mut dyn Listing) {
    let (table, ..) = crossing.contingency();
    let Some(fisher) = table.fisher() else {
        return;
    };
    out.line(centred("Fisher's Exact Test", NARROW).as_bytes());
    out.line("-".repeat(NARROW).as_bytes());
    let first = crossing.counts.first().copied().unwrap_or_default();
    let lines = [
        ("Cell (1,1) Frequency (F)", count(first, 10)),
        ("Left-sided Pr <= F", probability(fisher.left)),
        ("Right-sided Pr >= F", probability(fisher.right)),
        ("", String::new()),
        ("Table Probability (P)", probability(fisher.table)),
        ("Two-sided Pr <= P", probability(fisher.two_sided)),
    ];
    for (name, text) in lines {
        let room = NARROW - name.len();
        out.line(format!("{name}{text:>room$}").trim_end().as_bytes());
    }
    out.line(b"");
}

/// The chi-square test of all levels of one variable being as frequent.
pub(super) fn equal_proportions(table: &Table<'_>, out: &mut dyn Listing) {
    let counts: Vec<f64> = table.cells().map(|(_, count)| count).collect();
    if counts.len() < 2 || table.is_negative {
        return;
    }
    let expected = table.total() / counts.len() as f64;
    let parts = counts.iter().map(|count| {
        let difference = count - expected;
        difference * difference / expected
    });
    let test = ChiSquare::new(parts.sum(), (counts.len() - 1) as f64);
    out.line(centred("Chi-Square Test", NARROW).as_bytes());
    out.line(centred("for Equal Proportions", NARROW).as_bytes());
    out.line("-".repeat(NARROW).as_bytes());
    for (name, text) in [
        ("Chi-Square", statistic(test.statistic)),
        ("DF", count(test.degrees, 10)),
        ("Pr > ChiSq", probability(test.probability)),
    ] {
        let room = NARROW - name.len();
        out.line(format!("{name}{text:>room$}").as_bytes());
    }
    out.line(b"");
    let sample = format!("Sample Size = {}", count(table.total(), 12));
    out.line(centred(&sample, NARROW).as_bytes());
    out.line(b"");
}
