//! Tests and measures of tables: CHISQ and FISHER.

use feedrate_rows::environment::{Cell, Listing};
use feedrate_stats::contingency::Contingency;
use feedrate_stats::distribution::chi_square::ChiSquare;
use feedrate_values::missing::MISSING;

use super::crossing::Crossing;
use super::number::{centred, count, statistic};
use super::request::FreqListing;
use super::result_tables::{self, ResultTables};
use super::table::Table;
use crate::number::probability;

/// The width of a line of statistics in characters.
const WIDTH: usize = 54;

/// The width of a line of Fisher's test and of the test for equal proportions in characters.
const NARROW: usize = 34;

/// The share of cells with an expected count below 5 above which the chi-square test is questionable.
const MOST_SPARSE: f64 = 0.2;

/// Lists the statistics of a two-way table.
pub(super) fn statistics(crossing: &Crossing<'_, '_>, listing: &FreqListing, titles: &[String], out: &mut dyn Listing) {
    for title in titles {
        out.line(centred(title, WIDTH).as_bytes());
    }
    out.line(b"");
    let (table, rows, columns) = crossing.contingency();
    if crossing.table.is_negative {
        out.note("No statistics are computed because a weight is negative.");
        return;
    }
    if table.rows() < 2 || table.columns() < 2 {
        let text = "Row or column sum zero. No statistics computed for this table.";
        out.note(text);
        return;
    }
    if listing.chi_square {
        chi_square(crossing.table, titles, (&table, &rows, &columns), out);
        let sparse = table.sparse_share();
        if listing.warning && sparse > MOST_SPARSE {
            out.note(&format!(
                "WARNING: {:.0}% of the cells have expected counts less\n         than 5. Chi-Square may not be a \
                 valid test.",
                100.0 * sparse
            ));
        }
    }
    fisher(crossing, out);
    let missing = crossing.table.missing();
    let is_whole = crossing.stratum.is_empty();
    let of = match missing != 0.0 && is_whole {
        true => "Effective Sample Size",
        false => "Sample Size",
    };
    let mut text = format!("{of} = {}", count(crossing.total, 12));
    if missing != 0.0 && is_whole {
        text.push_str(&format!("\nFrequency Missing = {}", count(missing, 12)));
    }
    out.note(&text);
}

/// Lists the chi-square tests and the measures of association of a table without empty rows and columns, with the
/// scores of its rows and columns.
fn chi_square(
    of: &Table<'_>,
    titles: &[String],
    (table, rows, columns): (&Contingency, &[f64], &[f64]),
    out: &mut dyn Listing,
) {
    let mut results = ResultTables::new("ChiSq", titles.join("\n"))
        .text("Statistic", "Statistic")
        .number("DF", "DF")
        .number("Value", "Value")
        .number("Prob", "Prob");
    let heading = format!("Statistic{:>23}{:>12}{:>10}", "DF", "Value", "Prob");
    let mut lines = vec![heading, "-".repeat(WIDTH)];
    let mut test = |name: &str, test: ChiSquare| {
        let degrees = count(test.degrees, 4);
        let (value, chance) = (statistic(test.statistic), probability(test.probability));
        lines.push(format!("{name:<28}{degrees:>4}{value:>12}{chance:>10}"));
        results.push(vec![
            Cell::head(name),
            Cell::number(test.degrees, degrees),
            Cell::number(test.statistic, value),
            Cell::number(test.probability, chance),
        ]);
    };
    test("Chi-Square", table.pearson());
    test("Likelihood Ratio Chi-Square", table.likelihood_ratio());
    if let Some(adjusted) = table.continuity_adjusted() {
        test("Continuity Adj. Chi-Square", adjusted);
    }
    test("Mantel-Haenszel Chi-Square", table.mantel_haenszel(rows, columns));
    for (name, measure) in [
        ("Phi Coefficient", table.phi()),
        ("Contingency Coefficient", table.contingency_coefficient()),
        ("Cramer's V", table.cramers_v()),
    ] {
        let text = statistic(measure);
        lines.push(format!("{name:<28}{text:>16}"));
        let none = || Cell::number(MISSING, "");
        results.push(vec![Cell::head(name), none(), Cell::number(measure, text), none()]);
    }
    lines.push(String::new());
    results.write(of, out, |out| {
        lines.iter().for_each(|line| out.line(line.as_bytes()));
    });
}

/// Lists Fisher's exact test of a table of two rows and two columns.
fn fisher(crossing: &Crossing<'_, '_>, out: &mut dyn Listing) {
    let (table, ..) = crossing.contingency();
    let Some(fisher) = table.fisher() else {
        return;
    };
    let first = crossing.counts.first().copied().unwrap_or_default();
    let chance = |number: f64| Cell::number(number, probability(number));
    let rows = [
        (
            "XP1_F",
            "Cell (1,1) Frequency (F)",
            Cell::number(first, count(first, 10)),
        ),
        ("XPL_FISH", "Left-sided Pr <= F", chance(fisher.left)),
        ("XPR_FISH", "Right-sided Pr >= F", chance(fisher.right)),
        ("XP_TABLE", "Table Probability (P)", chance(fisher.table)),
        ("XP2_FISH", "Two-sided Pr <= P", chance(fisher.two_sided)),
    ];
    let title = "Fisher's Exact Test";
    result_tables::pairs(crossing.table, "FishersExact", title, &rows, out, |out| {
        out.line(centred(title, NARROW).as_bytes());
        out.line("-".repeat(NARROW).as_bytes());
        for (number, (_, name, cell)) in rows.iter().enumerate() {
            if number == 3 {
                out.line(b"");
            }
            pair(name, &cell.text, out);
        }
        out.line(b"");
    });
}

/// Lists a name and a value on both sides of a narrow line.
fn pair(name: &str, text: &str, out: &mut dyn Listing) {
    let room = NARROW - name.len();
    out.line(format!("{name}{text:>room$}").as_bytes());
}

/// Lists the chi-square test for equal proportions of the levels of a variable.
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
    let rows = [
        (
            "_PCHI_",
            "Chi-Square",
            Cell::number(test.statistic, statistic(test.statistic)),
        ),
        ("DF_PCHI", "DF", Cell::number(test.degrees, count(test.degrees, 10))),
        (
            "P_PCHI",
            "Pr > ChiSq",
            Cell::number(test.probability, probability(test.probability)),
        ),
    ];
    let title = ["Chi-Square Test", "for Equal Proportions"];
    result_tables::pairs(table, "OneWayChiSq", &title.join("\n"), &rows, out, |out| {
        for line in title {
            out.line(centred(line, NARROW).as_bytes());
        }
        out.line("-".repeat(NARROW).as_bytes());
        for (_, name, cell) in &rows {
            pair(name, &cell.text, out);
        }
        out.line(b"");
    });
    let sample = format!("Sample Size = {}", count(table.total(), 12));
    out.note(&centred(&sample, NARROW));
}
