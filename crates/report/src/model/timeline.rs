//! What went on at the same time: bars in lanes over one clock, and links between lanes.

/// Lanes of bars over a common clock, with links from lane to lane.
///
/// Bars of a lane may lie within one another; those that begin later are drawn in front.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Timeline {
    /// What it shows.
    pub title: String,
    /// What the reader must know to read it, shown beneath.
    pub caption: Option<String>,
    /// What the clock counts, with its unit.
    pub axis: String,
    /// How far the clock goes at least; it begins at zero.
    pub until: f64,
    /// What the parts of a bar stand for, from its top to its foot. Up to three are told apart.
    pub parts: Vec<String>,
    /// The names of the lanes, from the top.
    pub lanes: Vec<String>,
    /// What went on in them.
    pub bars: Vec<Bar>,
    /// What passed between them.
    pub links: Vec<Link>,
}

/// Something that went on in a lane for some time.
#[derive(Debug, Clone, PartialEq)]
pub struct Bar {
    /// The index of its lane.
    pub lane: usize,
    /// When it began, by the clock.
    pub from: f64,
    /// When it ended.
    pub to: f64,
    /// What it is called, shown in it where there is room, or its first word where there is less.
    pub label: String,
    /// What there is to know of it, shown when the pointer is over it.
    pub details: String,
    /// The share that each part has in its height, 0 to 1, one for each of the parts.
    pub shares: Vec<f64>,
    /// Whether it is to be told from the others as one that went wrong.
    pub failed: bool,
}

/// Something that passed from one lane to another for some time.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// The index of the lane that it came from.
    pub from_lane: usize,
    /// The index of the lane that it went to.
    pub to_lane: usize,
    /// When it began, by the clock.
    pub from: f64,
    /// When it ended.
    pub to: f64,
    /// What there is to say of it, in one line or two, shown beside it where there is room.
    pub lines: Vec<String>,
    /// What there is to know of it, shown when the pointer is over it.
    pub details: String,
}
