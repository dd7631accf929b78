//! The links between the lanes of a timeline: a band for the duration of each, and an arrow in it.

use maud::{Markup, html};

use super::super::svg::{LINE, at, width};
use super::bars::together;
use super::crowd::{Crowd, Span, crowds};
use super::geometry::LaneGeometry;
use crate::model::{Link, Timeline};

/// Narrower links are drawn together with their neighbours, in units of the drawing.
const NARROWEST: f64 = 1.0;
/// The length of an arrow's head, and half of its width.
const HEAD: (f64, f64) = (8.0, 4.5);
/// The most lines of a label.
const LINES: usize = 2;

pub(super) fn drawn(timeline: &Timeline, place: &LaneGeometry) -> Markup {
    let lanes = 0..timeline.lanes.len();
    let is_between = |link: &&Link| {
        lanes.contains(&link.from_lane) && lanes.contains(&link.to_lane) && link.from_lane != link.to_lane
    };
    let links: Vec<&Link> = timeline.links.iter().filter(is_between).collect();
    let spans: Vec<_> = links
        .iter()
        .map(|link| Span {
            on: (link.from_lane, link.to_lane),
            from: place.x(link.from),
            to: place.x(link.to),
        })
        .collect();
    let crowds = crowds(&spans, NARROWEST);
    let arrows: Vec<Arrow> = crowds
        .iter()
        .zip(beside_each_other(&crowds))
        .map(|(crowd, x)| Arrow::of(links[crowd.members[0]], x, place))
        .collect();
    let mut labels = Labels::beside(&arrows, (place.left(), place.right()));
    html! {
        @for (crowd, arrow) in crowds.iter().zip(&arrows) {
            (link(crowd, arrow, &links))
        }
        // In front of all arrows.
        @if place.has_room_between() {
            @for (crowd, arrow) in crowds.iter().zip(&arrows) {
                @if let [only] = crowd.members[..] {
                    (labels.label(arrow, &links[only].lines))
                }
            }
        }
    }
}

/// The position of an arrow and its ends.
#[derive(Debug, Clone, Copy)]
struct Arrow {
    x: f64,
    begins: f64,
    ends: f64,
}

impl Arrow {
    fn of(link: &Link, x: f64, place: &LaneGeometry) -> Self {
        let foot = |lane| place.top(lane) + place.bar_height();
        let (begins, ends) = match link.from_lane < link.to_lane {
            true => (foot(link.from_lane), place.top(link.to_lane)),
            false => (place.top(link.from_lane), foot(link.to_lane)),
        };
        Self { x, begins, ends }
    }

    fn goes_down(&self) -> bool {
        self.begins < self.ends
    }
}

/// Returns the positions of arrows: those of concurrent links are side by side, so that none hides another.
fn beside_each_other(crowds: &[Crowd]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..crowds.len()).collect();
    order.sort_by(|&a, &b| crowds[a].from.total_cmp(&crowds[b].from));
    // The end of the last link in each position.
    let mut taken: Vec<f64> = Vec::new();
    let mut seats = vec![0; crowds.len()];
    for index in order {
        let crowd = &crowds[index];
        let free = taken.iter().position(|&until| until <= crowd.from);
        let seat = free.unwrap_or(taken.len());
        match taken.get_mut(seat) {
            Some(until) => *until = crowd.to,
            None => taken.push(crowd.to),
        }
        seats[index] = seat;
    }
    let all = (taken.len() + 1) as f64;
    let place = |(crowd, seat): (&Crowd, usize)| crowd.from + (crowd.to - crowd.from) * (seat as f64 + 1.0) / all;
    crowds.iter().zip(seats).map(place).collect()
}

/// The labels that were drawn, so that none overlap.
struct Labels<'a> {
    arrows: &'a [Arrow],
    /// The ends of the lanes.
    within: (f64, f64),
    /// The height of the first line of a label, and its horizontal extent.
    written: Vec<(f64, f64, f64)>,
}

impl<'a> Labels<'a> {
    fn beside(arrows: &'a [Arrow], within: (f64, f64)) -> Self {
        Self {
            arrows,
            within,
            written: Vec::new(),
        }
    }

    /// Draws the label of an arrow, near its beginning; only the first line or none if there is too little room.
    fn label(&mut self, arrow: &Arrow, lines: &[String]) -> Markup {
        let most = lines.len().min(LINES);
        for count in (1..=most).rev() {
            let lines = &lines[..count];
            let y = match arrow.goes_down() {
                true => arrow.begins + LINE,
                false => arrow.begins - 6.0 - LINE * (count - 1) as f64,
            };
            if let Some((side, anchor)) = self.room(arrow.x, y, lines) {
                return html! {
                    @for (index, text) in lines.iter().enumerate() {
                        text.beside x=(at(side)) y=(at(y + LINE * index as f64)) text-anchor=(anchor) { (text) }
                    }
                };
            }
        }
        html! {}
    }

    /// Returns the position of a label beside an arrow at `x`, and whether it begins or ends there, if there is room
    /// for its lines from `y` on.
    fn room(&mut self, x: f64, y: f64, lines: &[String]) -> Option<(f64, &'static str)> {
        let wide = lines.iter().map(|line| width(line)).fold(0.0, f64::max);
        let is_free = |&(from, to): &(f64, f64)| {
            let over = |&(other, begins, ends): &(f64, f64, f64)| {
                (other - y).abs() < LINES as f64 * LINE && begins < to + 6.0 && from < ends + 6.0
            };
            let crosses = |arrow: &Arrow| {
                (from..=to).contains(&arrow.x)
                    && arrow.begins.min(arrow.ends) < y + LINE
                    && arrow.begins.max(arrow.ends) > y - LINE
            };
            from >= self.within.0
                && to <= self.within.1
                && !self.written.iter().any(over)
                && !self.arrows.iter().any(crosses)
        };
        let sides = [(x + 6.0, x + 6.0 + wide), (x - 6.0 - wide, x - 6.0)];
        let (from, to) = sides.into_iter().find(is_free)?;
        self.written.push((y, from, to));
        Some(match from > x {
            true => (from, "start"),
            false => (to, "end"),
        })
    }
}

fn link(crowd: &Crowd, arrow: &Arrow, links: &[&Link]) -> Markup {
    let details = crowd.members.iter().map(|&member| links[member].details.as_str());
    let &Arrow { x, begins, ends } = arrow;
    let (long, wide) = HEAD;
    let neck = if arrow.goes_down() { ends - long } else { ends + long };
    html! {
        g {
            title { (together(details, 0)) }
            rect.band x=(at(crowd.from)) y=(at(begins.min(ends)))
                width=(at((crowd.to - crowd.from).max(NARROWEST))) height=(at((ends - begins).abs())) {}
            line.arrow x1=(at(x)) y1=(at(begins)) x2=(at(x)) y2=(at(neck)) {}
            polygon.head points={
                (at(x - wide)) "," (at(neck)) " " (at(x + wide)) "," (at(neck)) " " (at(x)) "," (at(ends))
            } {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WITHIN: (f64, f64) = (128.0, 980.0);

    fn crowd(from: f64, to: f64) -> Crowd {
        Crowd {
            from,
            to,
            members: vec![0],
        }
    }

    #[test]
    fn arrows_at_the_same_time_stand_side_by_side() {
        let all = [crowd(0.0, 90.0), crowd(0.0, 90.0), crowd(90.0, 120.0)];
        assert_eq!(beside_each_other(&all), [30.0, 60.0, 100.0]);
        assert!(beside_each_other(&[]).is_empty());
    }

    #[test]
    fn no_label_is_written_over_another_or_beside_the_drawing() {
        let lines = ["12 MB, 3 MB/s", "writer waited"].map(str::to_owned);
        let mut labels = Labels::beside(&[], WITHIN);
        let right = labels.room(500.0, 10.0, &lines);
        assert_eq!(right, Some((506.0, "start")));
        let left = labels.room(500.0, 11.0, &lines);
        assert_eq!(left, Some((494.0, "end")));
        assert_eq!(labels.room(500.0, 10.0, &lines), None);
        let below = labels.room(500.0, 10.0 + 2.0 * LINE, &lines);
        assert_eq!(below, right);
        let long = ["x".repeat(500)];
        assert_eq!(labels.room(500.0, 90.0, &long), None);
    }

    #[test]
    fn a_label_hides_no_arrow_and_has_as_many_lines_as_there_is_room_for() {
        let arrow = |x| Arrow {
            x,
            begins: 0.0,
            ends: 40.0,
        };
        let arrows = [380.0, 500.0, 620.0].map(arrow);
        let lines = ["short".to_owned(), "much longer than that".to_owned()];
        let shown = |arrow: &Arrow| {
            let mut labels = Labels::beside(&arrows, WITHIN);
            labels.label(arrow, &lines).into_string()
        };
        let between = shown(&arrows[1]);
        assert!(between.contains("short") && !between.contains("longer"), "{between}");
        assert!(shown(&arrows[2]).contains("longer"));
        let below = Arrow {
            begins: 60.0,
            ends: 100.0,
            ..arrows[1]
        };
        assert!(shown(&below).contains("longer"));
    }
}
