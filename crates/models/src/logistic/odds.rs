//! Odds ratios of main effects that are not part of an interaction.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::Cell;
use feedrate_stats::logistic::OddsRatio;

use super::listed_model::ModelListing;
use super::number::{fixed, odds};

/// An odds ratio.
pub(super) struct Ratio {
    name: String,
    /// True if it is that of a unit of a covariate, rather than of two levels.
    is_of_unit: bool,
    ratio: OddsRatio,
}

/// Returns the table of odds ratios with Wald confidence limits.
pub(super) fn ratios(listed: &ModelListing<'_>, ratios: &[Ratio]) -> Results {
    let confidence = confidence(listed);
    let mut table = Results::new("OddsRatios", "Odds Ratio Estimates")
        .text("Effect", "Effect")
        .number("OddsRatioEst", "Point\nEstimate")
        .number("LowerCL", &format!("{confidence}% Wald\nLower Limit"))
        .number("UpperCL", "\nUpper Limit");
    for of in ratios {
        let ratio = of.ratio;
        let numbers = [ratio.value, ratio.low, ratio.high];
        let cells = numbers.map(|number| Cell::number(number, odds(number)));
        table.push([Cell::text(&of.name)].into_iter().chain(cells).collect());
    }
    table
}

/// Returns the table of CLODDS=WALD.
pub(super) fn limits(listed: &ModelListing<'_>, ratios: &[Ratio]) -> Results {
    let confidence = confidence(listed);
    let title = "Odds Ratio Estimates and Wald Confidence Intervals";
    let mut table = Results::new("CLOddsWald", title)
        .text("Effect", "Effect")
        .number("Unit", "Unit")
        .number("OddsRatioEst", "Estimate")
        .number("LowerCL", &format!("{confidence}% Confidence\nLower Limit"))
        .number("UpperCL", "\nUpper Limit");
    for of in ratios {
        let ratio = of.ratio;
        let unit = match of.is_of_unit {
            true => Cell::number(1.0, fixed(1.0, 4)),
            false => Cell::number(feedrate_values::missing::MISSING, ""),
        };
        let numbers = [ratio.value, ratio.low, ratio.high];
        let cells = numbers.map(|number| Cell::number(number, odds(number)));
        table.push([Cell::text(&of.name), unit].into_iter().chain(cells).collect());
    }
    table
}

fn confidence(listed: &ModelListing<'_>) -> String {
    let text = fixed(100.0 * (1.0 - listed.logistic.options.alpha), 4);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    text.to_owned()
}

/// Returns all odds ratios, in the order of the effects.
pub(super) fn all(listed: &ModelListing<'_>) -> Vec<Ratio> {
    let (logistic, plan) = (listed.logistic, listed.plan);
    let alpha = logistic.options.alpha;
    let mut ratios = Vec::new();
    for (place, effect) in logistic.effects.iter().enumerate() {
        let own = &effect.effect;
        let others = logistic.effects.iter().enumerate();
        let mut others = others.filter(|(other, _)| *other != place);
        let is_in_another = others.any(|(_, other)| {
            let (classes, of_other) = (own.classes(), other.effect.classes());
            let mut covariates = own.covariates.iter();
            classes.iter().any(|class| of_other.contains(class))
                || covariates.any(|covariate| other.effect.covariates.contains(covariate))
        });
        if is_in_another {
            continue;
        }
        let columns = plan.design.columns_of(place);
        match (&own.crossed[..], &own.nested[..], &own.covariates[..]) {
            ([], [], [_]) => {
                let mut slopes = vec![0.0; plan.design.width()];
                slopes[columns.start] = 1.0;
                ratios.push(Ratio {
                    name: effect.name.clone(),
                    is_of_unit: true,
                    ratio: listed.fit.odds_ratio(&slopes, alpha),
                });
            }
            ([class], [], []) => {
                let (levels, reference) = &plan.classes[*class];
                let text = |rank: u32| {
                    let level = levels[rank as usize];
                    listed.census.classes[*class].level(level).text.clone()
                };
                let row = |rank: u32| {
                    let mut all = vec![0; plan.classes.len()];
                    all[*class] = rank;
                    let mut row = Vec::new();
                    plan.design.fill(&mut row, &all, &vec![0.0; logistic.covariates.len()]);
                    row
                };
                let against = row(*reference);
                let ranks = (0..levels.len() as u32).filter(|rank| rank != reference);
                for rank in ranks {
                    let of = row(rank);
                    let mut slopes = vec![0.0; of.len()];
                    for column in columns.clone() {
                        slopes[column] = of[column] - against[column];
                    }
                    ratios.push(Ratio {
                        name: format!("{} {} vs {}", effect.name, text(rank), text(*reference)),
                        is_of_unit: false,
                        ratio: listed.fit.odds_ratio(&slopes, alpha),
                    });
                }
            }
            _ => {}
        }
    }
    ratios
}
