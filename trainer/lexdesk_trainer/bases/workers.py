"""Processes that compute the gradients of the parts of a step, with the weights of their parent."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from multiprocessing.connection import Connection

import torch
from torch import nn

Compute = Callable[[int, int], float]
"""Add the gradients of the step and part of these numbers to the weights; return the loss."""


class Workers:
    """One process for each of ``parts``; the weights of ``model`` lie in memory that all share.

    They are forked, so that what they read is not copied; create them before any gradient is computed here.
    """

    def __init__(self, model: nn.Module, parts: int, compute: Compute):
        self._weights = list(model.share_memory().parameters())
        self._compute = compute
        size = sum(weight.numel() for weight in self._weights)
        self._gradients = torch.zeros(parts, size).share_memory_()  # type: ignore[no-untyped-call]
        context = multiprocessing.get_context("fork")
        self._pipes: list[Connection] = []
        self._processes = []
        for part in range(parts):
            ours, theirs = context.Pipe()
            self._pipes.append(ours)
            process = context.Process(target=self._serve, args=(theirs, part), daemon=True)
            process.start()
            theirs.close()
            self._processes.append(process)

    def step(self, number: int) -> float:
        """Set the gradients of step ``number``, the mean of those of its parts; return the mean loss."""
        for pipe in self._pipes:
            pipe.send(number)
        losses: list[float] = [pipe.recv() for pipe in self._pipes]
        mean, at = self._gradients.mean(0), 0
        for weight in self._weights:
            weight.grad = mean[at : at + weight.numel()].view_as(weight)
            at += weight.numel()
        return sum(losses) / len(losses)

    def close(self) -> None:
        """End the processes."""
        for pipe, process in zip(self._pipes, self._processes, strict=True):
            pipe.close()
            process.join()

    def _serve(self, pipe: Connection, part: int) -> None:
        os.setsid()  # Ctrl-C is for the parent, which ends them
        for other in self._pipes:  # so that the parent alone has them, and its end is seen
            other.close()
        torch.set_num_threads(1)
        while True:
            try:
                number = pipe.recv()
            except EOFError:
                return
            for weight in self._weights:
                weight.grad = None
            loss = self._compute(number, part)
            found = [torch.zeros_like(w) if w.grad is None else w.grad for w in self._weights]
            self._gradients[part] = torch.cat([gradient.flatten() for gradient in found])
            pipe.send(loss)
