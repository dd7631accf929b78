//! Plans as bytes: Ballista's own form, with the scans and functions of PROC SQL in theirs.

use std::fmt;
use std::sync::Arc;

use ballista_core::serde::{BallistaLogicalExtensionCodec, BallistaPhysicalExtensionCodec};
use datafusion::common::Result;
use datafusion::execution::TaskContext;
use datafusion::logical_expr::{AggregateUDF, HigherOrderUDF, ScalarUDF, WindowUDF};
use datafusion::physical_expr::PhysicalExpr;
use datafusion::physical_expr_common::physical_expr::proto_decode::PhysicalExprDecodeCtx;
use datafusion::physical_expr_common::physical_expr::proto_encode::PhysicalExprEncodeCtx;
use datafusion::physical_plan::ExecutionPlan;
use datafusion_proto::physical_plan::{PhysicalExtensionCodec, PhysicalProtoConverterExtension};
use feedrate_dataset::file_format::FileFormat;
use feedrate_sql::wire;

/// The beginning of bytes of our own. No message of Protocol Buffers begins so: it would be a field of the number 0.
const OWN: &[u8] = b"\0feedrate\0";

/// The form of plans between the processes of a cluster.
pub(crate) struct Codec {
    inner: BallistaPhysicalExtensionCodec,
    /// The formats of data sets other than `.sas7bdat` files.
    formats: Vec<Arc<dyn FileFormat>>,
}

impl Default for Codec {
    fn default() -> Self {
        Self {
            inner: BallistaPhysicalExtensionCodec::default(),
            formats: feedrate_columnar::formats(),
        }
    }
}

impl fmt::Debug for Codec {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Codec").finish_non_exhaustive()
    }
}

/// Returns the form of logical plans, of which none travels.
pub(crate) fn logical() -> Arc<BallistaLogicalExtensionCodec> {
    Arc::new(BallistaLogicalExtensionCodec::default())
}

/// Appends bytes of our own, or those of Ballista if there are none.
fn put(own: Option<Vec<u8>>, buf: &mut Vec<u8>, other: impl FnOnce(&mut Vec<u8>) -> Result<()>) -> Result<()> {
    match own {
        Some(own) => {
            buf.extend_from_slice(OWN);
            buf.extend_from_slice(&own);
            Ok(())
        }
        None => other(buf),
    }
}

impl PhysicalExtensionCodec for Codec {
    fn try_decode(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn ExecutionPlan>],
        ctx: &TaskContext,
        proto_converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<Arc<dyn ExecutionPlan>> {
        match buf.strip_prefix(OWN) {
            Some(own) => wire::decode_scan(own, &self.formats),
            None => self.inner.try_decode(buf, inputs, ctx, proto_converter),
        }
    }

    fn try_encode(
        &self,
        node: Arc<dyn ExecutionPlan>,
        buf: &mut Vec<u8>,
        proto_converter: &dyn PhysicalProtoConverterExtension,
    ) -> Result<()> {
        put(wire::encode_scan(&*node)?, buf, |buf| {
            self.inner.try_encode(node, buf, proto_converter)
        })
    }

    fn try_decode_udf(&self, name: &str, buf: &[u8]) -> Result<Arc<ScalarUDF>> {
        match buf.strip_prefix(OWN) {
            Some(own) => wire::decode_function(own),
            None => self.inner.try_decode_udf(name, buf),
        }
    }

    fn try_encode_udf(&self, node: &ScalarUDF, buf: &mut Vec<u8>) -> Result<()> {
        put(wire::encode_function(node)?, buf, |buf| {
            self.inner.try_encode_udf(node, buf)
        })
    }

    fn try_decode_udaf(&self, name: &str, buf: &[u8]) -> Result<Arc<AggregateUDF>> {
        match buf.strip_prefix(OWN) {
            Some(own) => wire::decode_aggregate(own),
            None => self.inner.try_decode_udaf(name, buf),
        }
    }

    fn try_encode_udaf(&self, node: &AggregateUDF, buf: &mut Vec<u8>) -> Result<()> {
        put(wire::encode_aggregate(node), buf, |buf| {
            self.inner.try_encode_udaf(node, buf)
        })
    }

    fn try_decode_udwf(&self, name: &str, buf: &[u8]) -> Result<Arc<WindowUDF>> {
        self.inner.try_decode_udwf(name, buf)
    }

    fn try_encode_udwf(&self, node: &WindowUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.inner.try_encode_udwf(node, buf)
    }

    fn try_decode_higher_order_function(&self, name: &str, buf: &[u8]) -> Result<Arc<HigherOrderUDF>> {
        self.inner.try_decode_higher_order_function(name, buf)
    }

    fn try_encode_higher_order_function(&self, node: &HigherOrderUDF, buf: &mut Vec<u8>) -> Result<()> {
        self.inner.try_encode_higher_order_function(node, buf)
    }

    fn try_decode_expr(
        &self,
        buf: &[u8],
        inputs: &[Arc<dyn PhysicalExpr>],
        ctx: &PhysicalExprDecodeCtx<'_>,
    ) -> Result<Arc<dyn PhysicalExpr>> {
        self.inner.try_decode_expr(buf, inputs, ctx)
    }

    fn try_encode_expr(
        &self,
        node: &Arc<dyn PhysicalExpr>,
        buf: &mut Vec<u8>,
        ctx: &PhysicalExprEncodeCtx<'_>,
    ) -> Result<()> {
        self.inner.try_encode_expr(node, buf, ctx)
    }
}
