//! The tables of a model.

use feedrate_procedure::results::Results;
use feedrate_rows::environment::{Cell, Listing};
use feedrate_values::missing::MISSING;

use super::fit_tables::test_cells;
use super::listed_model::ModelListing;
use super::number::{count, total};
use super::odds;
use super::request::LogisticListing;

impl ModelListing<'_> {
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
                true => response.class.heading.clone(),
                false => format!("{} ({})", response.class.heading, response.label),
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
            .text("Outcome", &self.logistic.response.class.heading)
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
                self.logistic.response.class.heading,
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
                let name = if rank == 0 { class.class.heading.as_str() } else { "" };
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
}
