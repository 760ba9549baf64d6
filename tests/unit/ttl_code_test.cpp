#include "catch.hpp"
#include "temp_tree.hpp"
#include "ttl/code/compare.hpp"
#include "ttl/code/config_scalars.hpp"
#include "ttl/code/quantity.hpp"

#include <fmt/core.h>

#include <algorithm>

using namespace idem;

namespace {

struct TestFile {
  std::string name, text;
};

CodeScan scan_of(const std::vector<TestFile>& files) {
  const TempTree tree;
  for (const TestFile& file : files) tree.write(file.name, file.text);
  const Result<CodeScan> scan = scan_code(tree.root());
  if (!scan) FAIL(scan.error().message);
  return *scan;
}

// "file:line kind value", one a setting.
std::vector<std::string> told(const CodeScan& scan) {
  std::vector<std::string> lines;
  for (const CodeSetting& s : scan.settings)
    lines.push_back(fmt::format("{}:{} {} {}", s.file, s.line, to_word(s.kind),
                                s.kind == CodeSetting::retries ? std::to_string(s.count) : to_human(s.duration)));
  return lines;
}

std::vector<std::string> rules_of(const CodeScan& scan, std::optional<Duration> need = Duration{}) {
  std::vector<std::string> rules;
  for (const TtlFinding& finding : compare_settings(scan, need)) rules.push_back(finding.rule);
  return rules;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("calls of JavaScript and TypeScript libraries say their times") {
  CHECK(told(scan_of({{"a.ts", R"(import axios from 'axios';
import axiosRetry from 'axios-retry';
const SECOND = 1000;
const client = axios.create({ baseURL: 'https://x', timeout: 20 * SECOND });
axiosRetry(client, { retries: 3 });
export async function pay(order: object) {
  await client.post('/pay', order, { timeout: 5_000 });
  await fetch('https://y', { signal: AbortSignal.timeout(2500) });
}
)"}})) == Lines{"a.ts:4 client timeout 20s", "a.ts:5 retries 3", "a.ts:7 client timeout 5s",
                "a.ts:8 client timeout 2s 500ms"});
}

TEST_CASE("constants are followed across files, and the default of an environment variable counts") {
  CHECK(told(scan_of({{"package.json", "{}"},
                      {"src/limits.ts", "export const LIMITS = { http: 30_000 };\nexport const TRIES = 4;\n"},
                      {"src/client.ts", R"(import got from 'got';
import { LIMITS, TRIES } from './limits';
export const api = got.extend({
  timeout: { request: LIMITS.http },
  retry: { limit: Number(process.env.TRIES ?? TRIES) },
});
)"}})) == Lines{"src/client.ts:4 client timeout 30s", "src/client.ts:5 retries 4"});
}

TEST_CASE("calls of Python libraries say their times") {
  CHECK(told(scan_of({{"jobs.py", R"(import os
from datetime import timedelta
import httpx
import requests
from celery import shared_task
from tenacity import retry, stop_after_attempt, wait_exponential
import redis

cache = redis.Redis()
client = httpx.Client(timeout=httpx.Timeout(12.5))

@retry(stop=stop_after_attempt(5), wait=wait_exponential())
def charge(order):
    return requests.post("https://x", json=order, timeout=(3, 30))

@shared_task(bind=True, max_retries=7, time_limit=int(os.getenv("LIMIT", "600")))
def settle(self, event):
    with cache.lock("settle", timeout=120):
        cache.set(f"processed-event:{event.id}", 1, ex=timedelta(days=1, hours=12), nx=True)
        cache.setex(f"idempotency:{event.key}", 86400, "done")
        cache.setex(f"price:{event.sku}", 60, "1")
)"}})) == Lines{"jobs.py:10 client timeout 12s 500ms", "jobs.py:12 retries 4", "jobs.py:14 client timeout 30s",
                "jobs.py:16 retries 7", "jobs.py:16 job timeout 10m", "jobs.py:18 lease 2m",
                "jobs.py:19 de-duplication window 36h", "jobs.py:20 key TTL 24h"});
}

TEST_CASE("calls and struct literals of Go libraries say their times") {
  CHECK(told(scan_of({{"go.mod", "module shop\n"}, {"pay.go", R"(package shop

import (
	"context"
	"net/http"
	"time"

	"github.com/redis/go-redis/v9"
)

const claimFor = 24 * time.Hour

var client = &http.Client{Timeout: 10 * time.Second}

type store struct{ rdb *redis.Client }

func (s *store) claim(ctx context.Context, key string) error {
	return s.rdb.SetNX(ctx, "idempotency:"+key, "1", claimFor).Err()
}

func (s *store) lock(ctx context.Context, id string) error {
	return s.rdb.SetNX(ctx, "lock:"+id, "1", 90*time.Second).Err()
}

func (s *store) cache(ctx context.Context, id string) error {
	return s.rdb.Set(ctx, "price:"+id, "1", time.Minute).Err()
}
)"}})) == Lines{"pay.go:13 client timeout 10s", "pay.go:18 key TTL 24h", "pay.go:22 lease 90s"});
}

TEST_CASE("configuration files say their times by their keys") {
  CHECK(told(scan_of(
            {{"template.yaml", R"(Resources:
  InvoiceQueue:
    Type: AWS::SQS::Queue
    Properties:
      VisibilityTimeout: 30   # seconds
  InvoiceFunction:
    Type: AWS::Serverless::Function
    Properties:
      Timeout: 120
)"},
             {"settings.toml", "[lock]\nttl = \"45s\"\n[http]\nrequest_timeout_ms = 1500\n"},
             {"config.json", "{\n  \"idempotency\": {\n    \"ttl\": \"24h\"\n  }\n}\n"},
             {".env", "# how long\nexport WORKER_TIMEOUT_SECONDS=\"90\"\nPORT=3000\n"},
             {"queue.yml", "workers:\n  - name: a\n    job_timeout: 5m\n    note: |\n      job_timeout: 9m\n"}})) ==
        Lines{".env:2 job timeout 90s", "config.json:3 key TTL 24h", "queue.yml:3 job timeout 5m",
              "settings.toml:2 lease 45s", "settings.toml:4 client timeout 1s 500ms",
              "template.yaml:5 visibility timeout 30s", "template.yaml:9 job timeout 2m"});
}

TEST_CASE("what only looks like a time is left alone") {
  CHECK(
      told(scan_of({{"a.ts", R"(const timeout = setTimeout(() => {}, 5000);
const total = 60 * items.length;
const TTL = 3600; // of a page
const o = { window: 100, retention: 'forever', maxAge: 60 };
const s = 'timeout: 30';
cache.set('price', 1, 'EX', 60);
block.expire('clock', 60);
)"},
                    {"b.py", "timeout = compute()\nclass A:\n    retries_seen = 0\ndef f(x): return x.reset(ex=60)\n"},
                    {"c.go", "package c\n\nvar timeout = 5\nvar jobTimeout = 5\n"},
                    {"d.yml", "timeout: 30\nport: 8080\nhealthcheck:\n  retries: 6\n"}}))
          .empty());
}

TEST_CASE("how long somebody waits for a lock, a connection or an end is no lease and no client's timeout") {
  CHECK(told(scan_of({{"a.py", R"(import httpx
import redis
LOCK_TIMEOUT = 10
RENDER_LOCK_BLOCKING_TIMEOUT = 1
lock.acquire(timeout=30)
fetch_brand(client, cache_timeout=180)
pool = redis.ConnectionPool(socket_timeout=10)
worker = boto3.client("sqs", config=Config(connect_timeout=2, read_timeout=5))
FileLock("index.lock", timeout=9)
r = redis.Redis()
r.set("latest_release", 1, ex=900)
r.set("lease:invoices", 1, ex=600)
RELEASE_TIME_SECONDS = 60
)"},
                      {"go.mod", "module shop\n"},
                      {"b.go", R"(package shop

import (
	"net/http"
	"time"
)

type settings struct{ LockWaitTimeout, LockDuration time.Duration }

var defaults = settings{LockWaitTimeout: 3 * time.Second, LockDuration: 5 * time.Minute}

const lockReleaseTimeout = 5 * time.Second

var client = &http.Client{
	Timeout:   30 * time.Second,
	Transport: &http.Transport{IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 5 * time.Second},
}
var server = &http.Server{ReadTimeout: 5 * time.Second, WriteTimeout: 5 * time.Second}
)"}})) == Lines{"a.py:8 client timeout 5s", "a.py:12 lease 10m", "b.go:10 lease 5m", "b.go:15 client timeout 30s"});
}

TEST_CASE("a bare number counts what its own constant says, else what somebody may mean") {
  CHECK(told(scan_of({{"a.py", R"(SCRAPE_TIMEOUT_MS = 30_000
http_client.scrape(url, timeout=SCRAPE_TIMEOUT_MS)
http_client.load(url, timeout=45_000)
http_client.load(url, timeout=45)
)"},
                      {"a.ts", R"(const options = { client: { timeout: 5 } };
const more = { client: { timeout: 5000 } };
)"}})) == Lines{"a.py:2 client timeout 30s", "a.py:3 client timeout 45s", "a.py:4 client timeout 45s",
                "a.ts:1 client timeout 5s", "a.ts:2 client timeout 5s"});
  CHECK(plausible_unit(CodeSetting::client_timeout, {3'600'000, std::nullopt}, 1000) == 1000);
  CHECK(plausible_unit(CodeSetting::client_timeout, {3'601'000, std::nullopt}, 1000) == 1);
  CHECK(plausible_unit(CodeSetting::client_timeout, {99'000, std::nullopt}, 1) == 1000);
  CHECK(plausible_unit(CodeSetting::client_timeout, {100'000, std::nullopt}, 1) == 1);
  CHECK(plausible_unit(CodeSetting::client_timeout, {500, std::nullopt}, 1) == 1);  // half a millisecond stays
  CHECK(plausible_unit(CodeSetting::key_ttl, {90'000'000'000, std::nullopt}, 1000) == 1000);
}

TEST_CASE("a run in another folder is perhaps not the one that is guarded: a warning") {
  const auto levels = [](const char* job) {
    std::vector<std::string> found;
    const CodeScan scan = scan_of({{"app/limits.yml", "lock_ttl: 30s\n"}, {job, "job_timeout: 2m\n"}});
    for (const TtlFinding& finding : compare_settings(scan, Duration{}))
      found.push_back(std::string(to_word(finding.level)) + " " + finding.rule);
    return found;
  };
  CHECK(levels("app/worker.yml") == Lines{"failure lease-too-short"});
  CHECK(levels("jobs/worker.yml") == Lines{"warning lease-too-short"});
}

TEST_CASE("tests, ignored and installed files are left out") {
  CHECK(told(scan_of({{"package.json", "{}"},
                      {".gitignore", "local/\n"},
                      {"node_modules/x/index.js", "const jobTimeout = 5000;\n"},
                      {"local/a.js", "const jobTimeout = 5000;\n"},
                      {"a.test.js", "const jobTimeout = 5000;\n"},
                      {"a.js", "const jobTimeout = 7000;\n"}})) == Lines{"a.js:1 job timeout 7s"});
}

TEST_CASE("a lease must outlast the run it guards") {
  const auto python = [](const char* lease, const char* limit) {
    return rules_of(scan_of({{"w.py", fmt::format(R"(import redis
from celery import shared_task
cache = redis.Redis()

@shared_task(time_limit={})
def settle(order):
    with cache.lock("settle", timeout={}):
        pass
)",
                                                  limit, lease)}}));
  };
  CHECK(python("30", "120") == Lines{"lease-too-short"});
  CHECK(python("120", "120") == Lines{"lease-too-short"});
  CHECK(python("180", "120").empty());
  const auto typescript = [](const char* lease, const char* limit) {
    return rules_of(scan_of({{"w.ts", fmt::format(R"(import Redlock from 'redlock';
const redlock = new Redlock([]);
export const worker = {{ jobTimeout: {} }};
export async function run(id: string) {{
  const lock = await redlock.acquire([`lock:${{id}}`], {});
}}
)",
                                                  limit, lease)}}));
  };
  CHECK(typescript("30_000", "60_000") == Lines{"lease-too-short"});
  CHECK(typescript("90_000", "60_000").empty());
  const auto go = [](const char* lease, const char* limit) {
    return rules_of(scan_of({{"go.mod", "module shop\n"},
                             {"w.go", fmt::format(R"(package shop

import "time"

func run() {{
	lockTTL := {}
	jobTimeout := {}
	work(lockTTL, jobTimeout)
}}
)",
                                                  lease, limit)}}));
  };
  CHECK(go("30 * time.Second", "2 * time.Minute") == Lines{"lease-too-short"});
  CHECK(go("3 * time.Minute", "2 * time.Minute").empty());
}

TEST_CASE("a visibility timeout must outlast the worker") {
  const auto cdk = [](const char* visible, const char* limit) {
    return rules_of(scan_of({{"stack.ts", fmt::format(R"(import {{ Duration }} from 'aws-cdk-lib';
import * as sqs from 'aws-cdk-lib/aws-sqs';
import * as lambda from 'aws-cdk-lib/aws-lambda';
const queue = new sqs.Queue(this, 'q', {{ visibilityTimeout: Duration.seconds({}) }});
const fn = new lambda.Function(this, 'f', {{ timeout: Duration.minutes({}) }});
)",
                                                      visible, limit)}}));
  };
  CHECK(cdk("30", "5") == Lines{"visibility-too-short"});
  CHECK(cdk("600", "5").empty());
  const auto yaml = [](const char* visible, const char* limit) {
    return rules_of(scan_of({{"queue.yml", fmt::format("queue:\n  visibility_timeout: {}\n  worker:\n    timeout: {}\n",
                                                       visible, limit)}}));
  };
  CHECK(yaml("30", "5m") == Lines{"visibility-too-short"});
  CHECK(yaml("30", "25s").empty());
  const auto python = [](const char* visible, const char* limit) {
    return rules_of(scan_of({{"w.py", fmt::format(R"(import boto3
sqs = boto3.client("sqs")
JOB_TIMEOUT = {}

def poll(url):
    return sqs.receive_message(QueueUrl=url, VisibilityTimeout={})
)",
                                                  limit, visible)}}));
  };
  CHECK(python("30", "300") == Lines{"visibility-too-short"});
  CHECK(python("900", "300").empty());
  const auto go = [](const char* visible, const char* limit) {
    return rules_of(scan_of({{"go.mod", "module shop\n"},
                             {"w.go", fmt::format(R"(package shop

import (
	"time"

	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

const jobTimeout = {}

func poll() *sqs.ReceiveMessageInput {{
	return &sqs.ReceiveMessageInput{{VisibilityTimeout: {}}}
}}
)",
                                                  limit, visible)}}));
  };
  CHECK(go("30", "5 * time.Minute") == Lines{"visibility-too-short"});
  CHECK(go("600", "5 * time.Minute").empty());
}

TEST_CASE("events are remembered for as long as their sender may send them again") {
  const auto typescript = [](const char* folder, const char* ttl) {
    return rules_of(scan_of({{fmt::format("webhooks/{}.ts", folder), fmt::format(R"(import Redis from 'ioredis';
const redis = new Redis();
export async function seen(event: {{ id: string }}) {{
  return redis.set(`processed-event:${{event.id}}`, '1', 'EX', {}, 'NX');
}}
)",
                                                                                 ttl)}}));
  };
  CHECK(typescript("stripe", "24 * 3600") == Lines{"dedup-window-short"});
  CHECK(typescript("stripe", "30 * 24 * 3600").empty());
  CHECK(typescript("ours", "24 * 3600").empty());  // nobody knows how long that sender tries
  const auto python = [](const char* ttl) {
    return rules_of(scan_of({{"hooks.py", fmt::format(R"(import redis
cache = redis.Redis()

def stripe_webhook(event):
    return cache.set("dedup:" + event.id, 1, nx=True, ex={})
)",
                                                      ttl)}}));
  };
  CHECK(python("3600") == Lines{"dedup-window-short"});
  CHECK(python("7 * 86400").empty());
  const auto go = [](const char* ttl) {
    return rules_of(scan_of({{"go.mod", "module shop\n"},
                             {"stripe_hook.go", fmt::format(R"(package shop

import (
	"context"
	"time"

	"github.com/redis/go-redis/v9"
)

func seen(ctx context.Context, rdb *redis.Client, id string) bool {{
	return rdb.SetNX(ctx, "processed_event:"+id, 1, {}).Val()
}}
)",
                                                            ttl)}}));
  };
  CHECK(go("time.Hour") == Lines{"dedup-window-short"});
  CHECK(go("96 * time.Hour").empty());
}

TEST_CASE("a key's TTL is held against the need") {
  const CodeScan scan = scan_of({{"k.js", "const IDEMPOTENCY_TTL_SECONDS = 3600;\n"}});
  CHECK(rules_of(scan, hours(2)) == Lines{"short-ttl"});
  CHECK(rules_of(scan, hours(1)).empty());
  CHECK(rules_of(scan, std::nullopt).empty());  // without an end the answer itself says that nothing is enough
}

TEST_CASE("two workers of one file are not mixed up") {
  CHECK(rules_of(scan_of({{"workers.yml",
                           "workers:\n"
                           "  mail:\n    lock_ttl: 30s\n    job_timeout: 10s\n"
                           "  invoices:\n    lock_ttl: 5m\n    job_timeout: 2m\n"}}))
            .empty());
  CHECK(rules_of(scan_of({{"workers.yml",
                           "workers:\n"
                           "  mail:\n    lock_ttl: 30s\n    job_timeout: 40s\n"
                           "  invoices:\n    lock_ttl: 5m\n    job_timeout: 2m\n"}})) == Lines{"lease-too-short"});
}

TEST_CASE("numbers as code spells them") {
  CHECK(number_quantity("86_400") == Quantity{86'400'000, std::nullopt});
  CHECK(number_quantity("0.25") == Quantity{250, std::nullopt});
  CHECK(number_quantity("3e3") == Quantity{3'000'000, std::nullopt});
  CHECK(number_quantity("60n") == Quantity{60'000, std::nullopt});
  for (const char* bad : {"", "0x10", "1e99", "99999999999999999999", "-1", "1e", "abc"})
    CHECK_FALSE(number_quantity(bad).has_value());
  CHECK(text_quantity("24h") == Quantity{86'400'000'000, 1});
  CHECK_FALSE(text_quantity("1 month").has_value());
  CHECK(combine({2000, 1000}, "+", {500, 60'000}) == Quantity{32'000'000, 1});
  CHECK_FALSE(combine({1000, 1000}, "*", {1000, 1000}).has_value());
  CHECK_FALSE(combine({1000, std::nullopt}, "-", {2000, std::nullopt}).has_value());
  CHECK_FALSE(combine({1000, std::nullopt}, "/", {0, std::nullopt}).has_value());
  CHECK_FALSE(combine({1'000'000'000'000'000, std::nullopt}, "*", {1'000'000'000'000'000, std::nullopt}).has_value());
}

TEST_CASE("damaged configuration ends in an error or in nothing, never in a crash") {
  CHECK_FALSE(config_scalars("a.toml", "[a\nb = 1"));
  CHECK(config_scalars("a.json", "{\"a\": {\"b\": 1")->size() <= 1);
  CHECK(config_scalars("a.yml", "- - - -\n:\n: x\n\"a: 1\n\t- b: 2\n").has_value());
  const std::string deep(100'000, '[');
  CHECK(config_scalars("a.json", deep).has_value());
  std::string steps;
  for (int i = 0; i < 300; ++i) steps += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  CHECK(config_scalars("a.yml", steps + std::string(300, ' ') + "ttl: 3\n").has_value());
}
