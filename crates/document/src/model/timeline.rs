//! Timelines: bars in lanes on a common time axis, and links between lanes.

/// Lanes of bars on a common time axis, with links from lane to lane.
///
/// Bars of a lane may overlap; those that begin later are drawn in front.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Timeline {
    /// The title.
    pub title: String,
    /// The explanation beneath it.
    pub caption: Option<String>,
    /// The title of the time axis, with its unit.
    pub axis: String,
    /// The least end of the time axis, which begins at zero.
    pub until: f64,
    /// The names of the parts of a bar, from top to bottom. Up to three have colours of their own.
    pub parts: Vec<String>,
    /// The names of the lanes, from the top.
    pub lanes: Vec<String>,
    /// The bars.
    pub bars: Vec<Bar>,
    /// The links.
    pub links: Vec<Link>,
}

/// An activity in a lane.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// The index of its lane.
    pub lane: usize,
    /// When it began.
    pub from: f64,
    /// When it ended.
    pub to: f64,
    /// Its label, shown in it if there is room, or only its first word if there is less.
    pub label: String,
    /// Details, shown when the pointer is over it.
    pub details: String,
    /// The share of each part in its height, 0 to 1.
    pub shares: Vec<f64>,
    /// True if it is marked as failed.
    pub failed: bool,
}

/// A transfer from one lane to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The index of its source lane.
    pub from_lane: usize,
    /// The index of its destination lane.
    pub to_lane: usize,
    /// When it began.
    pub from: f64,
    /// When it ended.
    pub to: f64,
    /// Its label in one or two lines, shown beside it if there is room.
    pub lines: Vec<String>,
    /// Details, shown when the pointer is over it.
    pub details: String,
}
