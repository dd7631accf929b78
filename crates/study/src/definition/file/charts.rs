//! The charts of the file.

use toml::Spanned;

use super::lines::Lines;
use super::selections::{numeric, position};
use super::tables::ChartTable;
use crate::definition::{Chart, Study};
use crate::error::Result;
use crate::figures::OWN_FIGURES;

pub(super) fn charts(lines: &Lines<'_>, study: &Study, tables: &[Spanned<ChartTable>]) -> Result<Vec<Chart>> {
    let chart = |spanned: &Spanned<ChartTable>| {
        let table = spanned.get_ref();
        let wrong = |what: String| lines.error(&spanned.span(), format!("the chart {}: {what}", table.title));
        let over = numeric(study, &table.over).map_err(wrong)?;
        let mut each = Vec::new();
        for name in &table.each {
            let factor = position(study, name).map_err(|what| wrong(format!("each: {what}")))?;
            if factor == over {
                return Err(wrong(format!("each: {name} is its horizontal axis")));
            }
            each.push(factor);
        }
        if let Some(figure) = &table.figure {
            check_figure(study, figure).map_err(wrong)?;
        }
        Ok(Chart {
            title: table.title.clone(),
            over,
            each,
            figure: table.figure.clone(),
        })
    };
    tables.iter().map(chart).collect()
}

/// Checks that a figure is one of the study, or one that feedrate takes itself.
pub(super) fn check_figure(study: &Study, name: &str) -> Result<(), String> {
    let own = study.measures.iter().map(|measure| measure.name.as_str());
    if own.clone().any(|own| own == name) || OWN_FIGURES.contains(&name) {
        return Ok(());
    }
    let known: Vec<&str> = own.chain(OWN_FIGURES).collect();
    Err(format!("there is no figure {name}; there are {}", known.join(", ")))
}
