//! ESTIMATE and CONTRAST.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing, Log, Severity};
use feedrate_stats::distribution::student;
use feedrate_stats::glm::Coefficients;

use super::fitted::ResponseModel;
use super::listing::test_row;
use super::request::{GlmFunction, GlmRequest};
use crate::linear::number::{Decimals, probability, ratio};
use crate::linear::tables::{analysis_of_variance, with_limits, with_test};

impl ResponseModel<'_, '_> {
    /// Lists the contrasts and the estimates.
    pub(super) fn functions(&self, has_limits: bool, width: usize, out: &mut dyn Listing, log: &mut dyn Log) {
        let requests = &self.glm.requests;
        let contrasts = requests.iter().filter_map(|request| match request {
            GlmRequest::Contrast(function) => Some(function),
            _ => None,
        });
        self.contrasts(contrasts, width, out, log);
        let estimates = requests.iter().filter_map(|request| match request {
            GlmRequest::Estimate(function) => Some(function),
            _ => None,
        });
        self.estimates(estimates, has_limits, width, out, log);
    }

    /// Returns the coefficients of all parameters, for each row of a function.
    fn coefficients(&self, function: &GlmFunction, log: &mut dyn Log) -> Vec<Vec<f64>> {
        let fit = &self.fitting.fit;
        let rows = function.rows.iter().map(|row| {
            for (effect, given) in &row.effects {
                let levels = fit.columns_of(*effect).len();
                if given.len() > levels {
                    let text = format!(
                        "`{}` gives {} coefficients for {}, which has {levels} levels for {}; those beyond are left \
                         out.",
                        function.label,
                        given.len(),
                        self.glm.effects[*effect].name,
                        self.response(),
                    );
                    log.message(Severity::Warning, &text);
                }
            }
            fit.function(&Coefficients {
                intercept: row.intercept,
                effects: row.effects.clone(),
            })
        });
        rows.collect()
    }

    fn not_estimable(&self, what: &str, function: &GlmFunction, log: &mut dyn Log) {
        let text = format!(
            "{what} `{}` of {} is not estimable: it differs between solutions of the model.",
            function.label,
            self.response()
        );
        log.message(Severity::Note, &text);
    }

    fn contrasts<'c>(
        &self,
        contrasts: impl Iterator<Item = &'c GlmFunction>,
        width: usize,
        out: &mut dyn Listing,
        log: &mut dyn Log,
    ) {
        let mut found = Vec::new();
        for function in contrasts {
            let rows = self.coefficients(function, log);
            match self.fitting.fit.contrast(&rows) {
                Some(test) => found.push((function, test)),
                None => self.not_estimable("CONTRAST", function, log),
            }
        }
        if found.is_empty() {
            return;
        }
        let decimals = Decimals::of(10, found.iter().map(|(_, test)| test.squares));
        let mut table = analysis_of_variance("Contrasts", "", ["Contrast", "Contrast SS", "Mean Square"]);
        for (function, test) in found {
            table.push(test_row(&function.label, &test, decimals));
        }
        table.show_with_keys(&self.key_cells(), width, out);
    }

    fn estimates<'c>(
        &self,
        estimates: impl Iterator<Item = &'c GlmFunction>,
        has_limits: bool,
        width: usize,
        out: &mut dyn Listing,
        log: &mut dyn Log,
    ) {
        let fit = &self.fitting.fit;
        let mut found = Vec::new();
        for function in estimates {
            let rows = self.coefficients(function, log);
            match rows.first().and_then(|row| fit.estimate(row)) {
                Some(estimate) => found.push((function, estimate)),
                None => self.not_estimable("ESTIMATE", function, log),
            }
        }
        if found.is_empty() {
            return;
        }
        let table = Results::new("Estimates", "")
            .text("Parameter", "Parameter")
            .number("Estimate", "Estimate");
        let mut table = with_test(table);
        if has_limits {
            table = with_limits(table, self.glm.alpha);
        }
        let values = Decimals::of(9, found.iter().map(|(_, estimate)| estimate.value));
        let errors = Decimals::of(9, found.iter().map(|(_, estimate)| estimate.standard_error));
        let t = student::two_sided_quantile(self.glm.alpha, fit.error_degrees());
        for (function, estimate) in found {
            let mut row = vec![
                Cell::text(&function.label),
                values.cell(estimate.value),
                errors.cell(estimate.standard_error),
                ratio(estimate.t),
                probability(estimate.probability),
            ];
            if has_limits {
                let half = t * estimate.standard_error;
                row.push(values.cell(estimate.value - half));
                row.push(values.cell(estimate.value + half));
            }
            table.push(row);
        }
        table.show_with_keys(&self.key_cells(), width, out);
    }
}
