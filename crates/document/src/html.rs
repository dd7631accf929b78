//! Renders a document as one self-contained HTML file.
//!
//! The file opens without a network and has no script: style, drawings and figures are inside it, and its content
//! security policy forbids every request. It follows the reader's choice of light or dark, prints on white, and fits a
//! telephone. Plots and timelines are drawn as SVG, with the figures of each mark as its title. Beneath every plot its
//! values are a table. Heat maps are tables whose cells are coloured. Tables of what timelines show are left to the
//! document.

mod blocks;
mod heat_map;
mod plot;
mod svg;
mod ticks;
mod timeline;

use maud::{DOCTYPE, PreEscaped, html};

use crate::clean;
use crate::model::Document;

/// Forbids loading and sending anything, and every script.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

/// The generator of the file, which shows that it may be replaced.
const GENERATOR: &str = concat!("feedrate ", env!("CARGO_PKG_VERSION"));

/// The options of HTML.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct HtmlOptions {
    /// The footer: what generated the file, and from what. Default: none.
    pub footer: Option<String>,
}

/// Renders a document as a complete HTML file.
pub fn render(document: &Document, options: &HtmlOptions) -> String {
    let document = clean::document(document);
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="generator" content=(GENERATOR);
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                title { (document.title) }
                style { (PreEscaped(include_str!("html/style.css"))) }
            }
            body {
                main {
                    header {
                        h1 { (document.title) }
                        @if let Some(subtitle) = &document.subtitle {
                            p.subtitle { (subtitle) }
                        }
                    }
                    (blocks::all(&document.blocks))
                    @if let Some(footer) = &options.footer {
                        footer { (clean::line(footer)) }
                    }
                }
            }
        }
    };
    page.into_string()
}

#[cfg(test)]
mod tests;
