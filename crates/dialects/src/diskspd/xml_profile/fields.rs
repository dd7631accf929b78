//! The elements within an element, by their names, and their values.

use roxmltree::Node;

use crate::argument::number;

/// A part of a profile that is not valid or not supported.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wrong {
    /// Its place in the text.
    pub(super) at: usize,
    pub(super) what: String,
}

impl Wrong {
    pub(super) fn new(at: usize, what: impl Into<String>) -> Self {
        let what = what.into();
        Self { at, what }
    }
}

/// The result of this module's functions.
pub(super) type Result<T> = std::result::Result<T, Wrong>;

/// Returns the beginning of a text of the profile, on one line.
pub(super) fn shortened(text: &str, most: usize) -> String {
    let one_line = |c: char| if c.is_control() { ' ' } else { c };
    let mut short: String = text.chars().take(most).map(one_line).collect();
    if text.chars().nth(most).is_some() {
        short.push('…');
    }
    short
}

/// An element with others in it, each of which is there at most once.
pub(super) struct Fields<'a, 'input> {
    /// Its place in the text.
    pub(super) at: usize,
    within: Vec<Node<'a, 'input>>,
}

impl<'a, 'input> Fields<'a, 'input> {
    /// Returns those of an element in which there are only elements of these names.
    pub(super) fn of(node: Node<'a, 'input>, names: &[&str]) -> Result<Self> {
        let mut within: Vec<Node<'a, 'input>> = Vec::new();
        for element in elements(node)? {
            let name = element.tag_name().name();
            if !names.contains(&name) {
                return Err(unknown(element, node, names));
            }
            if within.iter().any(|other| other.tag_name().name() == name) {
                let what = format!("{name} is there twice; leave one out");
                return Err(Wrong::new(start(element), what));
            }
            within.push(element);
        }
        Ok(Self {
            at: start(node),
            within,
        })
    }

    /// Returns the element of a name.
    pub(super) fn get(&self, name: &str) -> Option<Node<'a, 'input>> {
        let mut within = self.within.iter();
        within.find(|node| node.tag_name().name() == name).copied()
    }

    /// Returns the elements called `item` in the element called `name`, of which there is at least one if that is
    /// there.
    pub(super) fn list(&self, name: &str, item: &str) -> Result<Vec<Node<'a, 'input>>> {
        let Some(node) = self.get(name) else {
            return Ok(Vec::new());
        };
        list(node, item)
    }

    /// Returns the value of an element, without blanks around it.
    pub(super) fn text(&self, name: &str) -> Result<Option<String>> {
        self.get(name).map(text).transpose()
    }

    /// Returns a whole number.
    pub(super) fn number(&self, name: &str, least: u64, most: u64) -> Result<Option<u64>> {
        let node = self.get(name);
        node.map(|node| number_of(node, name, &text(node)?, least, most))
            .transpose()
    }

    /// Returns a whole number of 32 bits.
    pub(super) fn small(&self, name: &str, least: u32, most: u32) -> Result<Option<u32>> {
        let number = self.number(name, least.into(), most.into())?;
        // It is at most what 32 bits hold.
        Ok(number.map(|number| number as u32))
    }

    /// Returns an offset or a size, of which 0 is the same as none.
    pub(super) fn bytes(&self, name: &str) -> Result<Option<u64>> {
        let bytes = self.number(name, 0, i64::MAX as u64)?;
        Ok(bytes.filter(|&bytes| bytes > 0))
    }

    /// Returns whether an element says true; it does not if it is left out.
    pub(super) fn flag(&self, name: &str) -> Result<bool> {
        let Some(node) = self.get(name) else {
            return Ok(false);
        };
        match text(node)?.as_str() {
            "true" => Ok(true),
            "false" | "0" => Ok(false),
            // The schema has 1 for true, and DiskSpd takes it as false.
            other => Err(Wrong::new(
                start(node),
                format!("{name} {}: write true or false", shortened(other, 40)),
            )),
        }
    }

    /// Returns the value of an element, which is one of these.
    pub(super) fn one_of(&self, name: &str, values: &[&str]) -> Result<Option<String>> {
        let Some(value) = self.text(name)? else {
            return Ok(None);
        };
        if values.contains(&value.as_str()) {
            return Ok(Some(value));
        }
        let at = self.get(name).map_or(self.at, start);
        let what = format!("{name} {}: write {}", shortened(&value, 40), values.join(" or "));
        Err(Wrong::new(at, what))
    }

    /// Refuses an element that says true.
    pub(super) fn refuse(&self, name: &str, why: &str) -> Result<()> {
        match self.flag(name)? {
            true => Err(self.not_supported(name, why)),
            false => Ok(()),
        }
    }

    /// Returns the error for an element that is not supported.
    pub(super) fn not_supported(&self, name: &str, why: &str) -> Wrong {
        let at = self.get(name).map_or(self.at, start);
        Wrong::new(at, format!("{name} is not supported: {why}"))
    }
}

/// Returns the place of an element in the text.
pub(super) fn start(node: Node<'_, '_>) -> usize {
    node.range().start
}

/// Returns the elements within one, which are all called `item`, at least one.
pub(super) fn list<'a, 'input>(node: Node<'a, 'input>, item: &str) -> Result<Vec<Node<'a, 'input>>> {
    let found = elements(node)?;
    match found.iter().find(|node| node.tag_name().name() != item) {
        Some(other) => Err(unknown(*other, node, &[item])),
        None if found.is_empty() => {
            let name = node.tag_name().name();
            let what = format!("{name} is empty; write at least one {item} into it");
            Err(Wrong::new(start(node), what))
        }
        None => Ok(found),
    }
}

/// Returns the elements within one that has no text beside them.
fn elements<'a, 'input>(node: Node<'a, 'input>) -> Result<Vec<Node<'a, 'input>>> {
    let is_text = |child: &Node<'_, '_>| child.is_text() && child.text().is_some_and(|text| !text.trim().is_empty());
    match node.children().find(is_text) {
        Some(text) => Err(Wrong::new(
            start(text),
            format!(
                "{} has text beside its elements: {}",
                node.tag_name().name(),
                shortened(text.text().unwrap_or_default().trim(), 40)
            ),
        )),
        None => Ok(node.children().filter(Node::is_element).collect()),
    }
}

/// Returns the text of an element without others in it.
pub(super) fn text(node: Node<'_, '_>) -> Result<String> {
    let name = node.tag_name().name();
    if let Some(element) = node.children().find(Node::is_element) {
        let what = format!(
            "{} has a value and no element {}",
            shortened(name, 40),
            shortened(element.tag_name().name(), 40)
        );
        return Err(Wrong::new(start(element), what));
    }
    let pieces = node.children().filter(Node::is_text);
    let text: String = pieces.filter_map(|piece| piece.text()).collect();
    Ok(text.trim().to_owned())
}

/// Returns the whole number of an attribute.
pub(super) fn attribute(node: Node<'_, '_>, name: &str, least: u64, most: u64) -> Result<u64> {
    let text = node.attribute(name).unwrap_or_default().trim();
    number_of(node, name, text, least, most)
}

fn number_of(node: Node<'_, '_>, name: &str, text: &str, least: u64, most: u64) -> Result<u64> {
    let valid = number(text).filter(|number| (least..=most).contains(number));
    valid.ok_or_else(|| {
        let given = match text {
            "" => "is empty".to_owned(),
            text => shortened(text, 40),
        };
        let what = format!("{name} {given}: write a whole number from {least} to {most}");
        Wrong::new(start(node), what)
    })
}

/// Returns the error for an element that is not one of these.
fn unknown(element: Node<'_, '_>, within: Node<'_, '_>, names: &[&str]) -> Wrong {
    let given = element.tag_name().name();
    let near = names
        .iter()
        .map(|name| (strsim::jaro_winkler(&shortened(given, 40), name), name))
        .filter(|(nearness, _)| *nearness > 0.85)
        .max_by(|one, other| one.0.total_cmp(&other.0));
    let hint = match near {
        Some((_, near)) => format!("did you mean {near}?"),
        None => "leave it out".to_owned(),
    };
    let what = format!(
        "{} is not an element of {}; {hint}",
        shortened(given, 40),
        shortened(within.tag_name().name(), 40)
    );
    Wrong::new(start(element), what)
}
