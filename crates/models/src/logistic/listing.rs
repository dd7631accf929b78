//! The tables of a model.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing};
use feedrate_stats::distribution::chi_square::ChiSquare;
use feedrate_stats::logistic::{Fit, Parameter, Progress};
use feedrate_values::missing::MISSING;

use super::census::{Census, Group};
use super::fitting::After;
use super::number::{count, estimate, fixed, probability, total};
use super::odds;
use super::plan::Plan;
use super::request::{Logistic, LogisticListing};

/// A model to list.
pub(super) struct Listed<'l> {
    pub logistic: &'l Logistic,
    pub census: &'l Census<'l>,
    pub group: &'l Group,
    pub plan: &'l Plan,
    pub fit: &'l Fit,
    pub after: &'l After,
    pub line_size: usize,
}

impl Listed<'_> {
    pub(super) fn list(&self, listing: &LogisticListing, out: &mut dyn Listing) {
        let width = self.line_size;
        self.model_information().show(width, out);
        self.observations().show(width, out);
        self.response_profile().show(width, out);
        self.notes(out);
        if !self.logistic.classes.is_empty() {
            self.class_levels().show(width, out);
        }
        let (reason, status) = self.convergence();
        let mut table = Results::new("ConvergenceStatus", "Model Convergence Status").text("Reason", "");
        table.push(vec![Cell::text(reason)]);
        table.show_with_keys(&[("Status", Cell::number(status, count(status)))], width, out);
        if let (Some(test), true) = (self.after.proportional, self.has_slopes()) {
            let mut table = Results::new("CumulativeModelTest", "Score Test for the Proportional Odds Assumption")
                .number("ChiSq", "Chi-Square")
                .number("DF", "DF")
                .number("ProbChiSq", "Pr > ChiSq");
            table.push(test_cells(test).to_vec());
            table.show(width, out);
        }
        self.fit_statistics().show(width, out);
        if self.has_slopes() {
            self.global_tests().show(width, out);
        }
        if !self.logistic.classes.is_empty() {
            self.effects().show(width, out);
        }
        self.parameters().show(width, out);
        if self.has_slopes() {
            let ratios = odds::all(self);
            if !ratios.is_empty() {
                odds::ratios(self, &ratios).show(width, out);
            }
            self.association(out);
            if listing.odds_limits && !ratios.is_empty() {
                odds::limits(self, &ratios).show(width, out);
            }
        }
    }

    fn has_slopes(&self) -> bool {
        self.plan.design.width() > 0
    }

    fn model_information(&self) -> Results {
        let logistic = self.logistic;
        let mut table = Results::new("ModelInfo", "Model Information")
            .text("Description", "")
            .text("Value", "");
        let mut row = |what: &str, value: String| {
            table.push(vec![Cell::text(what), Cell::text(value)]);
        };
        let mut sources = logistic.step.reads.iter().flat_map(|read| &read.sources);
        if let Some(source) = sources.next() {
            row("Data Set", source.data_set.to_string());
        }
        let response = &logistic.response;
        row(
            "Response Variable",
            match response.label.is_empty() {
                true => response.name.clone(),
                false => format!("{} ({})", response.name, response.label),
            },
        );
        let levels = self.plan.categories.len();
        row("Number of Response Levels", levels.to_string());
        if let Some((name, _)) = &logistic.frequency {
            row("Frequency Variable", name.clone());
        }
        if let Some((name, _)) = &logistic.weight {
            row("Weight Variable", name.clone());
        }
        let model = match levels {
            2 => "binary logit",
            _ => "cumulative logit",
        };
        row("Model", model.to_owned());
        row("Optimization Technique", "Fisher's scoring".to_owned());
        table
    }

    fn observations(&self) -> Results {
        let (read, used) = (self.group.read, self.group.used);
        let mut table = Results::new("NObs", "").text("Label", "").number("N", "");
        let mut row = |what: &str, number: f64| {
            table.push(vec![Cell::text(what), Cell::number(number, total(number))]);
        };
        row("Number of Observations Read", read.observations);
        row("Number of Observations Used", used.observations);
        if self.logistic.frequency.is_some() {
            row("Sum of Frequencies Read", read.frequency);
            row("Sum of Frequencies Used", used.frequency);
        }
        if self.logistic.weight.is_some() {
            row("Sum of Weights Read", read.weight);
            row("Sum of Weights Used", used.weight);
        }
        table
    }

    fn response_profile(&self) -> Results {
        let mut table = Results::new("ResponseProfile", "Response Profile")
            .number("OrderedValue", "Ordered\nValue")
            .text("Outcome", &self.logistic.response.name)
            .number("Count", "Total\nFrequency");
        if self.logistic.weight.is_some() {
            table = table.number("Weight", "Total\nWeight");
        }
        for (place, &level) in self.plan.ordered.iter().enumerate() {
            let frequency = self.group.response[level as usize];
            let mut row = vec![
                Cell::number(place as f64 + 1.0, (place + 1).to_string()),
                Cell::text(&self.census.response.level(level).text),
                Cell::number(frequency, total(frequency)),
            ];
            if self.logistic.weight.is_some() {
                let weight = self.group.weights[level as usize];
                row.push(Cell::number(weight, total(weight)));
            }
            table.push(row);
        }
        table
    }

    /// Lists which probability is modelled, and how many observations are excluded.
    fn notes(&self, out: &mut dyn Listing) {
        let modelled = match &self.plan.categories[..] {
            [event, _] => format!(
                "Probability modeled is {}='{}'.",
                self.logistic.response.name,
                self.census.response.level(*event).text
            ),
            _ => "Probabilities modeled are cumulated over the lower Ordered Values.".to_owned(),
        };
        out.line(modelled.as_bytes());
        out.line(b"");
        let left_out = self.group.read.observations - self.group.used.observations;
        if left_out > 0.0 {
            let note = format!(
                "NOTE: {} observations are not used, for missing values or for frequencies and weights that are not \
                 positive.",
                count(left_out)
            );
            out.line(note.as_bytes());
            out.line(b"");
        }
    }

    fn class_levels(&self) -> Results {
        use feedrate_stats::logistic::{ClassCoding, Design};
        let designs = self.logistic.classes.iter().zip(&self.plan.classes);
        let designs = designs.map(|((_, coding, _), (there, reference))| {
            let coding = ClassCoding {
                coding: *coding,
                levels: there.len() as u32,
                reference: *reference,
            };
            let effect = feedrate_stats::glm::Effect::class(0);
            Design::new(vec![coding], vec![effect])
        });
        let designs: Vec<Design> = designs.collect();
        let columns = designs.iter().map(Design::width).max().unwrap_or(0);
        let table = Results::new("ClassLevelInfo", "Class Level Information")
            .text("Class", "Class")
            .text("Value", "Value");
        let mut table = (1..=columns).fold(table, |table, column| {
            let heading = match column {
                1 => "Design Variables".to_owned(),
                _ => String::new(),
            };
            table.number(&format!("X{column}"), &heading)
        });
        let classes = self.logistic.classes.iter().zip(&self.plan.classes);
        for (place, ((class, ..), (there, _))) in classes.enumerate() {
            let mut values = Vec::new();
            for (rank, &level) in (0_u32..).zip(there) {
                designs[place].fill(&mut values, &[rank], &[]);
                let name = if rank == 0 { class.name.as_str() } else { "" };
                let text = &self.census.classes[place].level(level).text;
                let mut row = vec![Cell::text(name), Cell::text(text)];
                row.extend((0..columns).map(|column| match values.get(column) {
                    Some(&value) => Cell::number(value, count(value)),
                    None => Cell::number(MISSING, ""),
                }));
                table.push(row);
            }
        }
        table
    }

    /// Returns the convergence status, as text and as a number.
    fn convergence(&self) -> (String, f64) {
        let options = &self.logistic.options;
        match self.plan.ended() {
            Progress::Converged | Progress::Again => {
                let criterion = match options.function {
                    Some(limit) if self.plan.function_converged => format!("FCONV={limit:E}"),
                    _ => format!("GCONV={:E}", options.gradient),
                };
                (format!("Convergence criterion ({criterion}) satisfied."), 0.0)
            }
            Progress::CompleteSeparation => ("Complete separation of data points detected.".to_owned(), 1.0),
            Progress::QuasiCompleteSeparation => ("Quasi-complete separation of data points detected.".to_owned(), 2.0),
            Progress::NotConverged => ("Convergence was not attained.".to_owned(), 3.0),
        }
    }

    fn fit_statistics(&self) -> Results {
        let (fit, has_slopes) = (self.fit, self.has_slopes());
        let (only, both) = match self.logistic.options.intercept {
            true => ("Intercept\nOnly", "Intercept and\nCovariates"),
            false => ("Without\nCovariates", "With\nCovariates"),
        };
        let (only_name, both_name) = match self.logistic.options.intercept {
            true => ("InterceptOnly", "InterceptAndCovariates"),
            false => ("WithoutCovariates", "WithCovariates"),
        };
        let mut table = Results::new("FitStatistics", "Model Fit Statistics")
            .text("Criterion", "Criterion")
            .number(only_name, only);
        if has_slopes {
            table = table.number(both_name, both);
        }
        let deviances = (fit.null_deviance(), fit.deviance());
        for (name, (without, with)) in [("AIC", fit.akaike()), ("SC", fit.schwarz()), ("-2 Log L", deviances)] {
            let mut row = vec![Cell::text(name), Cell::number(without, fixed(without, 3))];
            if has_slopes {
                row.push(Cell::number(with, fixed(with, 3)));
            }
            table.push(row);
        }
        table
    }

    fn global_tests(&self) -> Results {
        let title = "Testing Global Null Hypothesis: BETA=0";
        let mut table = Results::new("GlobalTests", title)
            .text("Test", "Test")
            .number("ChiSq", "Chi-Square")
            .number("DF", "DF")
            .number("ProbChiSq", "Pr > ChiSq");
        for (name, test) in [
            ("Likelihood Ratio", self.fit.likelihood_ratio()),
            ("Score", self.fit.score()),
            ("Wald", self.fit.wald()),
        ] {
            let row = [Cell::text(name)].into_iter().chain(test_cells(test));
            table.push(row.collect());
        }
        table
    }

    fn effects(&self) -> Results {
        let mut table = Results::new("ModelANOVA", "Type 3 Analysis of Effects")
            .text("Effect", "Effect")
            .number("DF", "DF")
            .number("WaldChiSq", "Wald\nChi-Square")
            .number("ProbChiSq", "Pr > ChiSq");
        let intercepts = self.fit.intercepts();
        for (place, effect) in self.logistic.effects.iter().enumerate() {
            let columns = self.plan.design.columns_of(place);
            let columns: Vec<usize> = columns.map(|column| intercepts + column).collect();
            let test = self.fit.wald_of(&columns);
            let [chi_square, degrees, p] = test_cells(test);
            table.push(vec![Cell::text(&effect.name), degrees, chi_square, p]);
        }
        table
    }

    fn parameters(&self) -> Results {
        let logistic = self.logistic;
        let parameters = self.fit.parameters();
        let intercepts = self.fit.intercepts();
        let of_levels = logistic.effects.iter();
        let most = of_levels.map(|effect| effect.effect.classes().len()).max();
        let most = most.unwrap_or(0).max(usize::from(intercepts > 1));
        let title = "Analysis of Maximum Likelihood Estimates";
        let table = Results::new("ParameterEstimates", title).text("Variable", "Parameter");
        let table = (0..most).fold(table, |table, place| table.text(&format!("ClassVal{place}"), ""));
        let mut table = table
            .number("DF", "DF")
            .number("Estimate", "Estimate")
            .number("StdErr", "Standard\nError")
            .number("WaldChiSq", "Wald\nChi-Square")
            .number("ProbChiSq", "Pr > ChiSq");
        let mut row = |name: &str, levels: Vec<String>, parameter: &Parameter| {
            let is_there = !parameter.standard_error.is_nan();
            let degrees = if is_there { 1.0 } else { 0.0 };
            let mut cells = vec![Cell::text(name)];
            cells.extend((0..most).map(|place| Cell::text(levels.get(place).cloned().unwrap_or_default())));
            let missing = |value: f64| if value.is_nan() { MISSING } else { value };
            cells.extend([
                Cell::number(degrees, count(degrees)),
                Cell::number(parameter.estimate, estimate(parameter.estimate)),
                Cell::number(missing(parameter.standard_error), estimate(parameter.standard_error)),
                Cell::number(missing(parameter.chi_square), fixed(parameter.chi_square, 4)),
                Cell::number(missing(parameter.probability), probability(parameter.probability)),
            ]);
            table.push(cells);
        };
        if logistic.options.intercept {
            for (place, parameter) in parameters.iter().take(intercepts).enumerate() {
                let level = self.plan.categories[place];
                let levels = match intercepts {
                    1 => Vec::new(),
                    _ => vec![self.census.response.level(level).text.clone()],
                };
                row("Intercept", levels, parameter);
            }
        }
        for (place, effect) in logistic.effects.iter().enumerate() {
            let classes = effect.effect.classes();
            let columns = self.plan.design.columns_of(place);
            let levels = self.plan.design.levels_of(place);
            for (column, levels) in columns.zip(levels) {
                let texts = classes.iter().zip(levels).map(|(&class, &rank)| {
                    let level = self.plan.classes[class].0[rank as usize];
                    self.census.classes[class].level(level).text.clone()
                });
                let parameter = &parameters[intercepts + column];
                row(&effect.name, texts.collect(), parameter);
            }
        }
        table
    }

    fn association(&self, out: &mut dyn Listing) {
        let Some(association) = &self.after.association else {
            return;
        };
        let found = association.concordance();
        let percent = |part: f64| 100.0 * part / found.pairs;
        let tied = found.pairs - found.concordant - found.discordant;
        let title = "Association of Predicted Probabilities and Observed Responses";
        let mut table = Results::new("Association", title)
            .text("Label1", "")
            .number("nValue1", "")
            .text("Label2", "")
            .number("nValue2", "");
        for (first, value, second, other) in [
            (
                "Percent Concordant",
                percent(found.concordant),
                "Somers' D",
                found.somers_d,
            ),
            ("Percent Discordant", percent(found.discordant), "Gamma", found.gamma),
            ("Percent Tied", percent(tied), "Tau-a", found.tau_a),
        ] {
            table.push(vec![
                Cell::text(first),
                Cell::number(value, fixed(value, 1)),
                Cell::text(second),
                Cell::number(other, fixed(other, 3)),
            ]);
        }
        table.push(vec![
            Cell::text("Pairs"),
            Cell::number(found.pairs, count(found.pairs)),
            Cell::text("c"),
            Cell::number(found.area, fixed(found.area, 3)),
        ]);
        table.show(self.line_size, out);
    }
}

/// Returns the statistic of a test, its degrees of freedom and its probability.
fn test_cells(test: ChiSquare) -> [Cell; 3] {
    [
        Cell::number(test.statistic, fixed(test.statistic, 4)),
        Cell::number(test.degrees, count(test.degrees)),
        Cell::number(test.probability, probability(test.probability)),
    ]
}
