import { PrismaClient } from "@prisma/client";

const kept = globalThis as unknown as { prisma?: PrismaClient };
export const prisma = kept.prisma ?? new PrismaClient();
kept.prisma = prisma;

export class Session {
  constructor(
    readonly id: string,
    readonly status: string,
    readonly closedAt: Date | null,
    readonly deletedAt: Date | null,
  ) {}

  isClosed(): boolean {
    return this.closedAt !== null;
  }

  isDeleted(): boolean {
    return this.deletedAt !== null;
  }

  isDone(): boolean {
    return this.status === "done";
  }
}

export class Sessions {
  async find(id: string): Promise<Session | null> {
    const row = await prisma.session.findUnique({ where: { id } });
    return row ? this.toDomain(row) : null;
  }

  async close(id: string) {
    await prisma.session.update({ where: { id }, data: { closedAt: new Date() } });
  }

  private toDomain(row: { id: string; status: string; closedAt: Date | null; deletedAt: Date | null }): Session {
    return new Session(row.id, row.status, row.closedAt, row.deletedAt);
  }
}
