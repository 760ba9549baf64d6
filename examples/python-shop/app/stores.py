import redis.asyncio

redis = redis.asyncio.Redis()
