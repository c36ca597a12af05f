"""Standing orders: answers that a power gives before it is asked."""
