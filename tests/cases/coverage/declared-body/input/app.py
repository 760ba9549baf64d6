import smtplib

from fastapi import FastAPI, Request
from pydantic import BaseModel
from sqlalchemy import Column, Integer, String, insert
from sqlalchemy.orm import Session, declarative_base

app = FastAPI()
Base = declarative_base()
session = Session()


class Member(Base):
    __tablename__ = "members"
    id = Column(Integer, primary_key=True)
    email = Column(String, unique=True)
    name = Column(String)


class Topic(Base):
    __tablename__ = "topics"
    id = Column(Integer, primary_key=True)
    slug = Column(String, unique=True)
    title = Column(String)


class MemberIn(BaseModel):
    email: str
    name: str


class TopicIn(BaseModel):
    title: str


@app.post("/members/partial")
def add_member(body: MemberIn):
    session.execute(insert(Member).values(**body.model_dump()))
    return {}


@app.post("/topics/uncovered")
def add_topic(body: TopicIn):
    session.execute(insert(Topic).values(**body.model_dump()))
    return {}


@app.post("/topics-open/partial")
async def add_topic_open(request: Request):
    body = await request.json()
    session.execute(insert(Topic).values(**body))
    return {}
