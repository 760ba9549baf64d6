import { PrismaClient } from "@prisma/client";

const kept = globalThis as unknown as { prisma?: PrismaClient };
export const db = kept.prisma ?? new PrismaClient();
