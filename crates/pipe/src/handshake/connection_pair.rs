//! The two connections of a pipe.

use crate::wire::carrier::Carrier;
use crate::wire::channel::Channel;

/// The two connections of a pipe after their handshakes, as one end has them.
#[derive(Debug)]
pub(crate) struct ConnectionPair {
    /// The name of the data set at the other end.
    pub theirs: String,
    /// The transport of the frames.
    pub carrier: Carrier,
    /// The connection for frames.
    pub data: Channel,
    /// The connection for control messages.
    pub control: Channel,
}
