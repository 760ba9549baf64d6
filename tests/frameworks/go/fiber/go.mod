module example.test/cart

go 1.22

require (
	github.com/gofiber/fiber/v2 v2.52.4
	go.mongodb.org/mongo-driver v1.15.0
)
