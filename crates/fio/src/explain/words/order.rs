//! Descriptions of the order of blocks.

use feedrate_workload::load::{Distribution, Load, Order};

use super::bytes;

/// Describes the order of blocks.
pub(super) fn order(load: &Load) -> String {
    let order = match &load.order {
        Order::Sequential { step: 0 } => "one after the other".to_owned(),
        &Order::Sequential { step } if step > 0 => {
            format!("one after the other, {} left out between", bytes(step.unsigned_abs()))
        }
        &Order::Sequential { step } => {
            format!("each {} before the end of the last", bytes(step.unsigned_abs()))
        }
        Order::Random {
            distribution,
            repeats,
            hold,
            random_percent,
            ..
        } => {
            let mut order = match distribution {
                Distribution::Even if *repeats => "at random, so that some come again before all have come".to_owned(),
                Distribution::Even => "at random, each once before any comes again".to_owned(),
                Distribution::Zipf { theta } => {
                    format!("at random by Zipf's law with exponent {theta}, some much more often")
                }
                Distribution::Pareto { power } => {
                    format!("at random by Pareto's law with power {power}, some much more often")
                }
                Distribution::Normal { deviation: 0.0 } => {
                    "at random around the middle, by the mean of twelve numbers".to_owned()
                }
                Distribution::Normal { deviation } => {
                    format!("at random around the middle with a deviation of {deviation} %")
                }
                Distribution::Zoned(zones) => {
                    format!("at random in {} zones, each with its share", zones.len())
                }
            };
            if *hold > 1 {
                order.push_str(&format!(", {hold} in a row from each place"));
            }
            if *random_percent < 100 {
                order.push_str(&format!(", {random_percent} % of them so and the others in a row"));
            }
            order
        }
        Order::Shared { .. } | Order::Grid { .. } => "in an order of their own".to_owned(),
    };
    match load.strides {
        None => order,
        Some(strides) => format!(
            "{order}; {} in each part of {}, {} between parts",
            bytes(strides.size),
            bytes(strides.range),
            bytes(strides.skip)
        ),
    }
}
