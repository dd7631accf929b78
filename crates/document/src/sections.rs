//! The parts of a document that a rendering can show.

use crate::model::Block;

/// Returns the blocks that can be shown, without headings of sections that have other blocks, of which none can be.
pub(crate) fn shown(blocks: &[Block], can_show: impl Fn(&Block) -> bool) -> Vec<&Block> {
    let is_heading = |block: &Block| matches!(block, Block::Heading(_));
    let keeps = |index: usize| {
        let section = || blocks[index + 1..].iter().take_while(|block| !is_heading(block));
        section().next().is_none() || section().any(&can_show)
    };
    let kept = blocks.iter().enumerate().filter(|(index, block)| {
        if is_heading(block) {
            keeps(*index)
        } else {
            can_show(block)
        }
    });
    kept.map(|(_, block)| block).collect()
}
