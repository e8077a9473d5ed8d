"""The class of Paddle's iterators over a DataLoader: those of this version are others."""

from ...missing import stand_in

_DataLoaderIterBase = stand_in("paddle.io.dataloader.dataloader_iter._DataLoaderIterBase")
