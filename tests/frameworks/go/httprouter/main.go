package main

import (
	"net/http"
	"os"

	"github.com/julienschmidt/httprouter"
)

func save(w http.ResponseWriter, r *http.Request, p httprouter.Params) {
	_ = os.WriteFile("keys/"+p.ByName("name"), nil, 0o600)
}

func show(w http.ResponseWriter, r *http.Request, p httprouter.Params) {
	_, _ = os.ReadFile("keys/" + p.ByName("name"))
}

func drop(w http.ResponseWriter, r *http.Request) {
	_ = os.RemoveAll("keys")
}

func main() {
	router := httprouter.New()
	router.POST("/keys/:name", save)
	router.GET("/keys/:name", show)
	router.Handle(http.MethodPatch, "/keys/:name", save)
	router.HandlerFunc("POST", "/drop", drop)
	_ = http.ListenAndServe(":8080", router)
}
