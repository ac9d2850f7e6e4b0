//! Where the columns of the tree stand, in a room of any width.

use egui::{Rangef, Rect};

use crate::ui::theme::{grid, size};

/// A column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Column {
    /// The marks of what is odd.
    Gutter,
    /// Where the record begins.
    Offset,
    /// The field's name.
    Field,
    /// The field's number.
    Number,
    /// The type.
    Type,
    /// The value.
    Value,
    /// How many bytes it takes.
    Bytes,
}

impl Column {
    /// The columns with a head.
    pub const HEADS: [(Self, &'static str); 6] = [
        (Self::Offset, "Offset"),
        (Self::Field, "Field"),
        (Self::Number, "#"),
        (Self::Type, "Type"),
        (Self::Value, "Value"),
        (Self::Bytes, "Bytes"),
    ];
}

/// Widths that a person chose by dragging.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Widths {
    field: Option<f32>,
    type_name: Option<f32>,
}

impl Widths {
    /// Moves the right edge of a column.
    pub fn drag(&mut self, column: Column, by: f32, columns: &Columns) {
        let width = (columns.range(column).span() + by).max(size::LEAST_COLUMN);
        match column {
            Column::Field => self.field = Some(width),
            Column::Type => self.type_name = Some(width),
            Column::Gutter | Column::Offset | Column::Number | Column::Value | Column::Bytes => {}
        }
    }
}

/// The columns in a room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Columns {
    /// From each column's left edge to the next one's, in the order of [`Column`].
    ranges: [Rangef; 7],
}

/// Between two columns.
const GAP: f32 = grid(3);
/// Behind the last column: the scrollbar, and room beside it.
const RIGHT: f32 = size::SCROLLBAR + grid(2);

/// Depths that differ in a narrow room too.
const SHOWN_DEPTHS: f32 = 6.0;

impl Columns {
    /// The columns in a room from left to right; `digits` is the width of the longest offset.
    pub fn new(room: Rangef, widths: &Widths, digits: f32) -> Self {
        let width = room.span();
        // What a narrow room can do without goes first.
        let offset = if width < size::NARROW { 0.0 } else { size::OFFSET_COLUMN.max(digits + grid(4)) };
        let number = if width < size::VERY_NARROW { 0.0 } else { size::NUMBER_COLUMN };
        // A length in decimal has at most a quarter more digits than the longest offset in hex.
        let bytes = if width < size::NO_LENGTHS { 0.0 } else { size::BYTES_COLUMN.max((digits * 1.25).ceil()) };
        let has_types = width >= size::NO_TYPES;
        let gap_behind = |column: f32| if column > 0.0 { GAP } else { 0.0 };
        let gaps = GAP + if has_types { GAP } else { 0.0 } + gap_behind(bytes);
        let free = (width - size::GUTTER - offset - number - bytes - gaps - RIGHT).max(0.0);
        let wanted = |chosen: Option<f32>, share: f32, most: f32| {
            chosen.unwrap_or((free * share).min(most)).min(free * 0.6).max(size::LEAST_COLUMN.min(free / 3.0))
        };
        let field = wanted(widths.field, 0.4, 264.0_f32.max(free * 0.3));
        let type_name = if has_types { wanted(widths.type_name, 0.2, 172.0_f32.max(free * 0.18)) } else { 0.0 };
        let value = (free - field - type_name).max(0.0);
        let mut left = room.min;
        let mut next = |width: f32, gap: f32| {
            let range = Rangef::new(left, left + width);
            left += width + gap;
            range
        };
        let ranges = [
            next(size::GUTTER, 0.0),
            next(offset, 0.0),
            next(field, if number > 0.0 { 0.0 } else { GAP }),
            next(number, gap_behind(number)),
            next(type_name, gap_behind(type_name)),
            next(value, gap_behind(bytes)),
            next(bytes, 0.0),
        ];
        Self { ranges }
    }

    /// From its left edge to its right one.
    pub fn range(&self, column: Column) -> Rangef {
        let [gutter, offset, field, number, type_name, value, bytes] = self.ranges;
        match column {
            Column::Gutter => gutter,
            Column::Offset => offset,
            Column::Field => field,
            Column::Number => number,
            Column::Type => type_name,
            Column::Value => value,
            Column::Bytes => bytes,
        }
    }

    /// Its part of a row.
    pub fn cell(&self, column: Column, row: Rect) -> Rect {
        Rect::from_x_y_ranges(self.range(column), row.y_range())
    }

    /// How far a name is indented at a depth: however deep, room for the name stays.
    pub fn indent(&self, depth: u32) -> f32 {
        let step = self.indent_step();
        (step * depth as f32).min((self.most_indent() / step).floor() * step)
    }

    /// From one depth to the next: less where that shows some more depths.
    pub fn indent_step(&self) -> f32 {
        let share = self.most_indent() / SHOWN_DEPTHS;
        ((share / grid(1)).floor() * grid(1)).clamp(grid(1), size::INDENT)
    }

    fn most_indent(&self) -> f32 {
        let span = self.range(Column::Field).span();
        (span - size::LEAST_NAME.min(span * 0.6)).max(0.0)
    }

    /// Where the next column's room begins.
    pub fn right_edge(&self, column: Column) -> f32 {
        match column {
            Column::Type => self.range(column).max + GAP / 2.0,
            _ => self.range(column).max,
        }
    }

    /// True for columns of numbers, which stand at the right.
    pub fn is_right(&self, column: Column) -> bool {
        matches!(column, Column::Number | Column::Bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_never_overlap_nor_leave_the_room() {
        for width in [200.0, 420.0, 568.0, 732.0, 1100.0, 2400.0] {
            let columns = Columns::new(Rangef::new(10.0, 10.0 + width), &Widths::default(), 30.0);
            for pair in columns.ranges.windows(2) {
                assert!(pair[0].max <= pair[1].min + 0.01, "{width}: {pair:?}");
            }
            assert!(columns.ranges[6].max <= 10.0 + width.max(250.0), "{width}: {:?}", columns.ranges[6]);
        }
    }

    #[test]
    fn the_deepest_name_has_room() {
        let columns = Columns::new(Rangef::new(0.0, 700.0), &Widths::default(), 30.0);
        assert_eq!(columns.indent(3), 3.0 * columns.indent_step());
        let left = columns.range(Column::Field).span() - columns.indent(1_000_000);
        assert!(left >= size::LEAST_NAME, "{left}");
    }

    #[test]
    fn depths_are_told_apart_in_a_narrow_room() {
        for width in [300.0, 420.0, 568.0, 1100.0] {
            let columns = Columns::new(Rangef::new(0.0, width), &Widths::default(), 30.0);
            for depth in 0..4 {
                assert!(columns.indent(depth) < columns.indent(depth + 1), "{width}: {depth}");
            }
        }
        let wide = Columns::new(Rangef::new(0.0, 1100.0), &Widths::default(), 30.0);
        assert_eq!(wide.indent_step(), size::INDENT);
    }

    #[test]
    fn a_narrow_room_is_left_to_names_and_values() {
        let shown = |width: f32| {
            let columns = Columns::new(Rangef::new(0.0, width), &Widths::default(), 30.0);
            let all = [Column::Offset, Column::Number, Column::Type, Column::Bytes];
            let value = columns.range(Column::Value).span();
            (all.map(|it| columns.range(it).span() > 0.0), value >= width * 0.25)
        };
        assert_eq!(shown(600.0), ([true; 4], true));
        assert_eq!(shown(400.0), ([false, true, true, false], true));
        assert_eq!(shown(340.0), ([false, false, true, false], true));
        assert_eq!(shown(300.0), ([false; 4], true));
    }

    #[test]
    fn a_dragged_edge_stays_where_it_is_put() {
        let room = Rangef::new(0.0, 900.0);
        let mut widths = Widths::default();
        let before = Columns::new(room, &widths, 30.0);
        widths.drag(Column::Field, 30.0, &before);
        let after = Columns::new(room, &widths, 30.0);
        assert_eq!(after.range(Column::Field).span(), before.range(Column::Field).span() + 30.0);
        widths.drag(Column::Field, -5000.0, &after);
        assert_eq!(Columns::new(room, &widths, 30.0).range(Column::Field).span(), size::LEAST_COLUMN);
    }
}
