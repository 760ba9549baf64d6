package shop

import "time"

func run() {
	lockTTL := 30 * time.Second
	jobTimeout := 2 * time.Minute
	deadline := time.Now().Add(jobTimeout)
	work(lockTTL, deadline)
}
