"""LayerHelper, which builds operators of Paddle by their names: not part of this version."""

from ..missing import stand_in

LayerHelper = stand_in("paddle.base.layer_helper.LayerHelper")
