package shop

import "time"

const retryDelay = 5 * time.Second

var total = 60 * count
