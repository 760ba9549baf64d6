package main

import (
	"context"

	"github.com/gofiber/fiber/v2"
	"go.mongodb.org/mongo-driver/bson"
	"go.mongodb.org/mongo-driver/mongo"
)

var carts *mongo.Collection

func connect() {
	client, err := mongo.Connect(context.Background())
	if err != nil {
		panic(err)
	}
	carts = client.Database("shop").Collection("carts")
}

func guard(c *fiber.Ctx) error { return c.Next() }

func addItem(c *fiber.Ctx) error {
	_, err := carts.UpdateOne(c.Context(), bson.M{"_id": c.Params("id")}, bson.M{"$push": bson.M{"items": "x"}})
	return err
}

func total(c *fiber.Ctx) error {
	return c.JSON(carts.FindOne(c.Context(), bson.M{"_id": c.Params("id")}))
}

func upload(c *fiber.Ctx) error {
	file, err := c.FormFile("picture")
	if err != nil {
		return err
	}
	return c.SaveFile(file, "./pictures/"+file.Filename)
}

func pictures() *fiber.App {
	app := fiber.New()
	app.Post("/", guard, upload)
	return app
}

func cartRoutes(r fiber.Router) {
	r.Post("/:id/items", addItem)
	r.Get("/:id/total", total)
}

func main() {
	connect()
	app := fiber.New()
	app.Use(guard)
	app.Route("/carts", cartRoutes)
	v1 := app.Group("/v1", guard)
	v1.Add("PATCH", "/carts/:id?", addItem)
	app.Mount("/pictures", pictures())
	_ = app.Listen(":3000")
}
