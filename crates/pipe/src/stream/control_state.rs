//! The messages that were received and are to be sent over the control connection of a pipe.

use crate::stream::control_message::{ControlMessage, Probe};
use crate::stream::outcome::PeerOutcome;
use crate::wire::cipher::{Cipher, NotSealed};
use crate::wire::records;

/// The state of the control connection.
#[derive(Debug, Default)]
pub(crate) struct ControlState {
    /// The encryption; `None` for a connection within this machine.
    cipher: Option<Cipher>,
    /// Records that were received and are not complete, if the connection is encrypted.
    records: Vec<u8>,
    /// Messages that were received and not parsed.
    pub incoming: Vec<u8>,
    /// Bytes to send.
    pub outgoing: Vec<u8>,
    /// Probes that were received and not handled.
    pub probes: Vec<Probe>,
    /// The end of the other end, if it has come.
    pub outcome: Option<PeerOutcome>,
}

impl ControlState {
    /// Creates that of a connection after its handshake.
    pub(crate) fn new(cipher: Option<Cipher>) -> Self {
        Self {
            cipher,
            ..Self::default()
        }
    }

    /// Adds a message to the bytes to send.
    pub(crate) fn enqueue(&mut self, control_message: &ControlMessage) -> Result<(), NotSealed> {
        let bytes = control_message.to_bytes();
        match &mut self.cipher {
            None => {
                self.outgoing.extend_from_slice(&bytes);
                Ok(())
            }
            Some(cipher) => records::seal(cipher, &bytes, &mut self.outgoing),
        }
    }

    /// Takes bytes that were received.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> Result<(), NotSealed> {
        match &mut self.cipher {
            None => {
                self.incoming.extend_from_slice(bytes);
                Ok(())
            }
            Some(cipher) => {
                self.records.extend_from_slice(bytes);
                records::open(cipher, &mut self.records, &mut self.incoming)
            }
        }
    }
}
