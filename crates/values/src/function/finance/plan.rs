//! Loans that are paid back in level payments.

/// A loan that is paid back in level payments.
pub(super) struct Plan {
    pub(super) rate: f64,
    pub(super) periods: f64,
    pub(super) present: f64,
    pub(super) future: f64,
    /// True if payments are due at the beginnings of periods.
    pub(super) is_early: bool,
}

impl Plan {
    /// The growth of an amount in so many periods.
    pub(super) fn growth(&self, periods: f64) -> f64 {
        (periods * self.rate.ln_1p()).exp()
    }

    /// The value of payments of 1 after so many periods.
    pub(super) fn factor(&self, periods: f64) -> f64 {
        let end = if self.rate == 0.0 {
            periods
        } else {
            (periods * self.rate.ln_1p()).exp_m1() / self.rate
        };
        if self.is_early { end * (1.0 + self.rate) } else { end }
    }

    pub(super) fn payment(&self) -> f64 {
        -(self.future + self.present * self.growth(self.periods)) / self.factor(self.periods)
    }

    /// The part of a period's payment that is interest.
    pub(super) fn interest(&self, period: f64) -> f64 {
        if self.is_early && period == 1.0 {
            return 0.0;
        }
        let balance = self.present * self.growth(period - 1.0) + self.payment() * self.factor(period - 1.0);
        let interest = -balance * self.rate;
        if self.is_early {
            interest / (1.0 + self.rate)
        } else {
            interest
        }
    }
}
