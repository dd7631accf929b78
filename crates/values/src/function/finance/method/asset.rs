//! Depreciations of assets.

use super::{Method, Parameters};

pub(super) const METHODS: &[Method] = &[
    Method::new("DB", 4, 5, fixed_declining),
    Method::new("DDB", 4, 5, |p| {
        let asset = Asset::of(p, p.or(4, 2.0))?;
        let period = p.at(3);
        (1.0..=asset.life).contains(&period).then(|| asset.of_period(period))
    }),
    Method::new("SLN", 3, 3, |p| (p.at(2) > 0.0).then(|| (p.at(0) - p.at(1)) / p.at(2))),
    Method::new("SYD", 4, 4, |p| {
        let (life, period) = (p.at(2), p.at(3));
        let holds = life > 0.0 && (1.0..=life).contains(&period);
        holds.then(|| (p.at(0) - p.at(1)) * (life - period + 1.0) * 2.0 / (life * (life + 1.0)))
    }),
    Method::new("VDB", 5, 7, variable_declining),
];

/// An asset that loses the same share of its value in each period.
struct Asset {
    cost: f64,
    salvage: f64,
    life: f64,
    factor: f64,
}

/// The most periods of a call.
const MOST_PERIODS: f64 = 1e5;

impl Asset {
    fn of(p: &Parameters<'_>, factor: f64) -> Option<Self> {
        let asset = Self {
            cost: p.at(0),
            salvage: p.at(1),
            life: p.at(2),
            factor,
        };
        let holds = asset.cost >= 0.0 && asset.salvage >= 0.0 && asset.life > 0.0 && factor > 0.0;
        holds.then_some(asset)
    }

    /// The depreciation of a period, from 1, until the salvage is left.
    fn of_period(&self, period: f64) -> f64 {
        let share = (self.factor / self.life).min(1.0);
        let after = |periods: f64| match share < 1.0 || periods == 0.0 {
            true => self.cost * (1.0 - share).powf(periods),
            false => 0.0,
        };
        (after(period - 1.0) - after(period).max(self.salvage)).max(0.0)
    }
}

/// `DB(cost, salvage, life, period, months of the first year)`, with a rate of three decimals.
fn fixed_declining(p: &Parameters<'_>) -> Option<f64> {
    let (cost, salvage, life, period, months) = (p.at(0), p.at(1), p.at(2), p.at(3), p.or(4, 12.0));
    let holds = cost > 0.0 && salvage >= 0.0 && life > 0.0 && (1.0..=12.0).contains(&months);
    if !holds || !(1.0..=life + 1.0).contains(&period) || life > MOST_PERIODS {
        return None;
    }
    let rate = ((1.0 - (salvage / cost).powf(life.recip())) * 1000.0).round() / 1000.0;
    let first = cost * rate * months / 12.0;
    let (mut lost, mut last) = (first, first);
    for number in 2..=period as u32 {
        last = (cost - lost) * rate;
        if f64::from(number) > life {
            last *= (12.0 - months) / 12.0;
        }
        lost += last;
    }
    Some(last)
}

/// `VDB(cost, salvage, life, start, end, factor, stays)`: it becomes a line where that loses more, unless it stays.
fn variable_declining(p: &Parameters<'_>) -> Option<f64> {
    let asset = Asset::of(p, p.or(5, 2.0))?;
    let (start, end) = (p.at(3), p.at(4));
    if start < 0.0 || start > end || end > asset.life || asset.life > MOST_PERIODS {
        return None;
    }
    let stays = p.or(6, 0.0) != 0.0;
    let (mut rest, mut line, mut lost) = (asset.cost - asset.salvage, None, 0.0);
    for number in 0..end.ceil() as u32 {
        let before = f64::from(number);
        let declining = asset.of_period(before + 1.0);
        let even = rest / (asset.life - before);
        let amount = match line {
            Some(line) => line,
            None if !stays && even > declining => *line.insert(even),
            None => declining,
        };
        rest -= amount;
        let share = (end.min(before + 1.0) - start.max(before)).max(0.0);
        lost += amount * share;
    }
    Some(lost)
}
